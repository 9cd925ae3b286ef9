import type { SnapshotPage } from '#contract/snapshot/snapshot-page.ts'
import type { FillVerdict } from '#web/domain-ui/verdict-fill.tsx'
import type { Verdict } from '#web/domain-ui/verdict.tsx'

/** Neighbouring snapshots of one verdict. */
interface Span {
  /** Indices, both included. */
  first: number
  last: number
  verdict: Verdict
}

/** Dots stand for unknown, as in every chart. */
const fillOf = (verdict: Verdict): FillVerdict =>
  verdict === 'unknown' || verdict === 'not-asked' ? 'missing' : verdict

/** The same as they are drawn: compliant ones apart where exceptions carried them. */
export function partsOf(
  spans: readonly Span[],
  exceptions: SnapshotPage['exceptions'],
): { first: number; last: number; fill: FillVerdict }[] {
  return spans.flatMap(({ first, last, verdict }) => {
    const fill = fillOf(verdict)
    if (verdict !== 'compliant') return [{ first, last, fill }]
    const carried = exceptions
      .map((one) => ({
        first: Math.max(first, one.first_index),
        last: Math.min(last, one.last_index),
        fill: 'by-exception' as const,
      }))
      .filter((one) => one.first <= one.last)
    const between = [...carried, { first: last + 1, last }].flatMap((next, at) => {
      const from = (carried[at - 1]?.last ?? first - 1) + 1
      return from < next.first ? [{ first: from, last: next.first - 1, fill }] : []
    })
    return [...between, ...carried].toSorted((a, b) => a.first - b.first)
  })
}
