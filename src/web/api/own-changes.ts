import { useSyncExternalStore } from 'react'

let made = 0
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notes that a question was answered with a change, and what it outdated was read anew. */
export function noteOwnChange(): void {
  made += 1
  for (const listener of listeners) listener()
}

/**
 * Number of changes that the reader made at the press of a button, or took back: rows that these
 * added or removed are expected, and wait for nothing.
 */
export const useOwnChanges = (): number => useSyncExternalStore(subscribe, () => made)
