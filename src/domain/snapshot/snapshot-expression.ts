/** Which snapshot of an environment is meant. */
export type SnapshotExpression =
  | { kind: 'index'; index: number }
  /** 1 is the latest. */
  | { kind: 'fromEnd'; place: number }
  /** 0 is the latest. */
  | { kind: 'behind'; count: number }
  /** The one in force at an instant, in Unix seconds. */
  | { kind: 'at'; at: number }

/** An expression that names its environment. */
export interface FullExpression {
  environment: string
  expression: SnapshotExpression
}

const latest: SnapshotExpression = { kind: 'behind', count: 0 }
const day = 86_400
const unitSeconds = { hour: 3600, day, week: 7 * day, month: 30 * day } as const
export type Unit = keyof typeof unitSeconds

/** Seconds of so many hours, days, weeks or months of 30 days. */
export const secondsOf = (count: number, unit: string) => count * unitSeconds[unit as Unit]

/** A whole number of digits that is not too large to be exact. */
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
  [/^#?-(\d+)$/, ([, digits = '']) => withNumber(digits, (place) => ({ kind: 'fromEnd', place }))],
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
 * Reads what stands after an environment's name, or a bare integer.
 * @param now Unix seconds
 * @returns null for anything that is no expression
 */
export function parseSnapshotExpression(text: string, now: number): SnapshotExpression | null {
  for (const [form, read] of forms) {
    const match = form.exec(text)
    if (match) return read(match, now)
  }
  return null
}

/** Reads a full expression: an environment's name with or without a suffix. Null for anything else. */
export function parseFullExpression(text: string, now: number): FullExpression | null {
  const [environment = ''] = /^[^#~@]+/.exec(text) ?? []
  const suffix = text.slice(environment.length)
  const expression = /^([#~@]|$)/.test(suffix) ? parseSnapshotExpression(suffix, now) : null
  return environment !== '' && expression ? { environment, expression } : null
}

/**
 * The index that an expression stands for, which may lie outside of 1 to `length`.
 * @param indexAt index in force at an instant, 0 before the first
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
      return length + 1 - expression.place
    case 'behind':
      return length - expression.count
    case 'at':
      return indexAt(expression.at)
  }
}
