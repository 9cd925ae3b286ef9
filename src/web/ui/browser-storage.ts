import { createAtom, useSelector } from '@tanstack/react-store'

/** Texts that the browser did not take, by their keys: they hold until the page is left. */
const refused = new Map<string, string | null>()

/** Where a text is kept: by the browser, or as long as its tab is open. */
type Kept = 'localStorage' | 'sessionStorage'

/** A text that was stored; null where there is none, or the browser lets nobody read it. */
export function readStored(key: string, kept: Kept = 'localStorage'): string | null {
  const own = refused.get(key)
  if (own !== undefined) return own
  try {
    return globalThis[kept].getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a text, or removes it with null. A browser whose storage is full or blocked does not keep
 * it: then it holds for this page.
 */
export function store(key: string, text: string | null, kept: Kept = 'localStorage'): void {
  refused.delete(key)
  try {
    if (text === null) globalThis[kept].removeItem(key)
    else globalThis[kept].setItem(key, text)
  } catch {
    refused.set(key, text)
  }
  writes.set((count) => count + 1)
}

const writes = createAtom(0)

/** A stored text, followed. */
export const useStored = (key: string): string | null => useSelector(writes, () => readStored(key))
