import { daySeconds } from '#domain/common/days.ts'

/** A reference to a snapshot of an environment. */
export type SnapshotExpression =
  | { kind: 'index'; index: number }
  /** 1 is the latest. */
  | { kind: 'fromEnd'; distance: number }
  /** 0 is the latest. */
  | { kind: 'behind'; count: number }
  /** The snapshot in force at a time, in Unix seconds. */
  | { kind: 'at'; at: number }

/** An expression that names its environment. */
interface FullExpression {
  environment: string
  expression: SnapshotExpression
}

const latest: SnapshotExpression = { kind: 'behind', count: 0 }
const unitSeconds = {
  hour: 3600,
  day: daySeconds,
  week: 7 * daySeconds,
  month: 30 * daySeconds,
} as const
type Unit = keyof typeof unitSeconds

/** Converts hours, days, weeks or months of 30 days to seconds. */
export const secondsOf = (count: number, unit: string) => count * unitSeconds[unit as Unit]

/** Parses digits; null for a number that is too large to be exact. */
export function wholeNumber(digits: string): number | null {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : null
}

const forms: readonly [
  RegExp,
  (match: RegExpExecArray, now: number) => SnapshotExpression | null,
][] = [
  [/^$/, () => latest],
  [/^#?(\d+)$/, ([, digits = '']) => withNumber(digits, (index) => ({ kind: 'index', index }))],
  [
    /^#?-(\d+)$/,
    ([, digits = '']) => withNumber(digits, (distance) => ({ kind: 'fromEnd', distance })),
  ],
  [/^~(\d+)$/, ([, digits = '']) => withNumber(digits, (count) => ({ kind: 'behind', count }))],
  [/^@\{(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\}$/, ([, text = '']) => atInstant(text)],
  [
    /^@\{(\d+)\.(hour|day|week|month)s?\.ago\}$/,
    ([, digits = '', unit = ''], now) =>
      withNumber(digits, (count) => ({ kind: 'at', at: now - secondsOf(count, unit) })),
  ],
]

function withNumber(
  digits: string,
  make: (number: number) => SnapshotExpression,
): SnapshotExpression | null {
  const number = wholeNumber(digits)
  return number === null ? null : make(number)
}

function atInstant(text: string): SnapshotExpression | null {
  const at = Date.parse(`${text}Z`)
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) return null
  return { kind: 'at', at: at / 1000 }
}

/**
 * Parses the suffix of an environment's name, or a bare integer.
 * @param now Unix seconds
 * @returns null for anything else
 */
export function parseSnapshotExpression(text: string, now: number): SnapshotExpression | null {
  for (const [form, read] of forms) {
    const match = form.exec(text)
    if (match) return read(match, now)
  }
  return null
}

/** Parses a full expression: an environment's name with an optional suffix. Null for anything else. */
export function parseFullExpression(text: string, now: number): FullExpression | null {
  const [environment = ''] = /^[^#~@]+/.exec(text) ?? []
  const suffix = text.slice(environment.length)
  const expression = /^([#~@]|$)/.test(suffix) ? parseSnapshotExpression(suffix, now) : null
  return environment !== '' && expression ? { environment, expression } : null
}

/**
 * Returns the snapshot index of an expression, which may lie outside of 1 to `length`.
 * @param indexAt returns the index in force at a time, 0 before the first
 */
export async function resolveExpression(
  expression: SnapshotExpression,
  length: number,
  indexAt: (at: number) => Promise<number>,
): Promise<number> {
  switch (expression.kind) {
    case 'index':
      return expression.index
    case 'fromEnd':
      return length + 1 - expression.distance
    case 'behind':
      return length - expression.count
    case 'at':
      return indexAt(expression.at)
  }
}
