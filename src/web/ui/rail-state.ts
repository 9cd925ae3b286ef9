import { useEffect, useState } from 'react'

const storageKey = 'cairn.rail'

/** Whether the rail is folded to icons: remembered, and switched by Ctrl/Cmd B. */
export function useRailFold(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(() => localStorage.getItem(storageKey) === 'folded')

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

  return [isFolded, () => setFolded((folded) => !folded)]
}
