import { useEffect, useState } from 'react'
import { useMediaQuery } from './media-query.ts'

const storageKey = 'cairn.rail'

/** Whether the rail is folded to icons: switched by Ctrl/Cmd B, remembered; always where it is narrow. */
export function useRailFold(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(() => localStorage.getItem(storageKey) === 'folded')
  const hasRoom = useMediaQuery('(width >= 1024px)')

  useEffect(() => {
    localStorage.setItem(storageKey, isFolded ? 'folded' : 'open')
  }, [isFolded])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      setFolded((folded) => !folded)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return [isFolded || !hasRoom, () => setFolded((folded) => !folded)]
}
