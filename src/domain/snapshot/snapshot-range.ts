import { secondsOf, wholeNumber } from './snapshot-expression.ts'

/** Snapshots from one index to another, inclusive; empty if `first` is greater than `last`. */
export interface SnapshotRange {
  first: number
  last: number
}

const side = /^(?:(~?)(\d+)|NOW)?$/

/** Parses one side of an interval into an index; null for anything else. */
function sideIndex(text: string, length: number): number | null {
  const match = side.exec(text)
  if (!match) return null
  const [, behind, digits] = match
  if (digits === undefined) return length
  const number = wholeNumber(digits)
  if (number === null) return null
  return behind ? length - number : number
}

/**
 * Parses an interval `A..B` of snapshots, in either order, clipped to the existing ones. Empty text
 * is everything, a single side reaches until now.
 * @param length number of snapshots
 * @returns null for anything else
 */
export function parseSnapshotRange(text: string, length: number): SnapshotRange | null {
  if (text === '') return { first: 1, last: length }
  const [from = '', to = '', ...rest] = text.split('..')
  if (rest.length > 0) return null
  const [a, b] = [sideIndex(from, length), sideIndex(to, length)]
  if (a === null || b === null) return null
  return { first: Math.max(1, Math.min(a, b)), last: Math.min(length, Math.max(a, b)) }
}

/** An end of a range of events: a snapshot, or a time in Unix seconds. */
type RangeEnd = { index: number } | { at: number }

/**
 * Parses `start` or `end` of a range: an index, `NOW`, or an age such as `2days`.
 * @returns null for anything else
 */
export function parseRangeEnd(text: string, now: number): RangeEnd | null {
  if (text === 'NOW') return { at: now }
  const [, digits = '', unit] = /^(\d+)(?:(hour|day|week|month)s?)?$/.exec(text) ?? []
  const number = digits === '' ? null : wholeNumber(digits)
  if (number === null) return null
  return unit === undefined ? { index: number } : { at: now - secondsOf(number, unit) }
}
