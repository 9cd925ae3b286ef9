import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Tells, also what waited for an answer, whether the component is still there. */
export function useIsOpen(): () => boolean {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return () => isOpen.current
}

/**
 * Navigates from a page that has saved: what was typed there asks no question, and who has left it
 * meanwhile, even for the same page opened anew, stays where they are.
 */
export function useAfterSave<Navigate extends (options: never) => Promise<void>>(
  navigate: Navigate,
): Navigate {
  const router = useRouter()
  const saving = useLocation({ select: ({ pathname }) => pathname })
  const isOpen = useIsOpen()
  const navigateAfterSave = async (options: object) => {
    if (!isOpen() || router.latestLocation.pathname !== saving) return
    await navigate({ ...options, ignoreBlocker: true } as never)
  }
  return navigateAfterSave as unknown as Navigate
}
