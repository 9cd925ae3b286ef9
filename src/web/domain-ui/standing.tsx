import type { Standing } from '#contract/verdict/standing.ts'
import { type Verdict, VerdictMark } from './verdict.tsx'
import type { FillVerdict } from './verdict-fill.tsx'

interface Appearance {
  label: string
  verdict: Verdict
  /** In drawings; what is not evaluated is drawn as missing is: dots. */
  fill: FillVerdict
}

/** How each standing is called and drawn, worst last: parts of a whole stand in this order. */
export const standingLooks: Record<Standing, Appearance> = {
  compliant: { label: 'compliant', verdict: 'compliant', fill: 'compliant' },
  by_exception: { label: 'by exception', verdict: 'compliant', fill: 'by-exception' },
  expired: { label: 'evidence expired', verdict: 'compliant', fill: 'by-exception' },
  not_asked: { label: 'not asked', verdict: 'compliant', fill: 'missing' },
  non_compliant: { label: 'non-compliant', verdict: 'non-compliant', fill: 'non-compliant' },
  unknown: { label: 'unknown', verdict: 'unknown', fill: 'missing' },
  stale: { label: 'stale', verdict: 'unknown', fill: 'stale' },
}

const plain: readonly Standing[] = ['compliant', 'non_compliant', 'unknown']

/** The mark of a standing, hollow where its label says more; the label stands beside it. */
export function StandingMark({ standing }: { standing: Standing }) {
  return (
    <VerdictMark
      verdict={standingLooks[standing].verdict}
      size={12}
      silent
      isStale={standing === 'stale'}
      isQualified={!plain.includes(standing)}
    />
  )
}

/** The standings that a list can be narrowed to. */
export const standingOptions = (standings: readonly Standing[]) =>
  standings.map((value) => ({
    value,
    label: standingLooks[value].label,
    mark: <StandingMark standing={value} />,
  }))
