import {
  environmentVerdicts,
  type EnvironmentVerdict,
} from '#contract/environment/environment-list.ts'
import { type Verdict, VerdictMark, verdicts } from './verdict.tsx'

/** Verdicts of environments and of what runs, as filters name them. */
const verdictOfFilter: Record<EnvironmentVerdict, Verdict> = {
  COMPLIANT: 'compliant',
  'NON-COMPLIANT': 'non-compliant',
  UNKNOWN: 'unknown',
}

/** The verdicts to choose from. */
export const verdictOptions = environmentVerdicts.map((value) => ({
  value,
  label: verdicts[verdictOfFilter[value]].label,
  mark: <VerdictMark verdict={verdictOfFilter[value]} size={12} silent />,
}))
