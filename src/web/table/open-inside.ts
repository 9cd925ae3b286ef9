import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Follows plain links below an element: one listener in place of a router link in each cell. */
export function useOpenInside() {
  const router = useRouter()
  return (event: MouseEvent<HTMLElement>) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!href || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    void router.navigate({ href })
  }
}
