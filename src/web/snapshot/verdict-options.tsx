import type { EnvironmentVerdict } from '#contract/environment/environment.ts'
import { type Verdict, VerdictMark, verdicts } from '../ui/verdict-mark.tsx'

/** Verdicts of what runs, as filters name them. */
export const verdictOfFilter: Record<EnvironmentVerdict, Verdict> = {
  COMPLIANT: 'compliant',
  'NON-COMPLIANT': 'non-compliant',
  UNKNOWN: 'unknown',
}

/** The verdicts to choose from. */
export const verdictOptions = Object.entries(verdictOfFilter).map(([value, verdict]) => ({
  value,
  label: verdicts[verdict].label,
  mark: <VerdictMark verdict={verdict} size={12} silent />,
}))
