import { useSyncExternalStore } from 'react'

/** Whether a media query holds, followed. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Whether the window is as narrow as a phone's for its text: rows are cards, layers are sheets. */
export const useIsPhone = () => useMediaQuery('(width < 48rem)')
