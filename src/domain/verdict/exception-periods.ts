/** When exceptions carried a verdict; null while they still do. */
export interface ExceptionPeriod {
  from: number
  to: number | null
}

/**
 * Divides a stretch of time by the periods in it, in any order: in which parts exceptions carried
 * the verdict.
 */
export function splitByExceptions<Span extends { from: number; to: number }>(
  span: Span,
  periods: readonly ExceptionPeriod[],
): (Span & { isByException: boolean })[] {
  const parts: (Span & { isByException: boolean })[] = []
  const add = (from: number, to: number, isByException: boolean) => {
    if (to > from) parts.push({ ...span, from, to, isByException })
  }
  let at = span.from
  for (const period of periods.toSorted((a, b) => a.from - b.from)) {
    const begin = Math.max(at, period.from)
    const end = Math.min(span.to, period.to ?? span.to)
    if (end <= begin) continue
    add(at, begin, false)
    add(begin, end, true)
    at = end
  }
  add(at, span.to, false)
  return parts
}
