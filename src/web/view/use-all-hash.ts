import { useMatch, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { allHash } from '../api/open-list.ts'

const withoutSlash = (path: string) => path.replace(/\/$/, '')

/**
 * Where a list that has a default shows all rows, its address says so: whoever opens it anew, here
 * or elsewhere, sees the same.
 */
export function useAllHash(showsAll: boolean): void {
  const router = useRouter()
  const path = withoutSlash(useMatch({ strict: false, select: ({ pathname }) => pathname }))
  useEffect(() => {
    const { pathname, search, hash } = router.latestLocation
    // On the way to another page nothing is to be said of this one any more.
    if (!showsAll || hash === allHash || withoutSlash(pathname) !== path) return
    if (Object.values(search).some((value) => value !== undefined)) return
    void router.navigate({ to: pathname, hash: allHash, replace: true, resetScroll: false })
  }, [router, showsAll, path])
}
