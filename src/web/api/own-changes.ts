import { createAtom, useSelector } from '@tanstack/react-store'

const made = createAtom(0)

/** Notes that a question was answered with a change, and what it outdated was read anew. */
export const noteOwnChange = (): void => made.set((count) => count + 1)

/**
 * Number of changes that the reader made at the press of a button, or took back: rows that these
 * added or removed are expected, and wait for nothing.
 */
export const useOwnChanges = (): number => useSelector(made)
