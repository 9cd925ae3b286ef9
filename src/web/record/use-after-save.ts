import { useLocation, useRouter } from '@tanstack/react-router'

/**
 * Navigates from a page that has saved: what was typed there asks no question, and who has left it
 * meanwhile stays where they are.
 */
export function useAfterSave<Navigate extends (options: never) => Promise<void>>(
  navigate: Navigate,
): Navigate {
  const router = useRouter()
  const saving = useLocation({ select: ({ pathname }) => pathname })
  const navigateAfterSave = async (options: object) => {
    if (router.latestLocation.pathname !== saving) return
    await navigate({ ...options, ignoreBlocker: true } as never)
  }
  return navigateAfterSave as unknown as Navigate
}
