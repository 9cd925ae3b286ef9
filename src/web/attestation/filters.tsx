import type { ChoiceFilter } from '../table/filter.ts'
import { VerdictMark, verdicts } from '../ui/verdict-mark.tsx'
import { lookOf } from './kind-label.tsx'
import { kinds } from './kinds.tsx'
import { attestationVerdicts } from './list-query.ts'

type AttestationVerdict = (typeof attestationVerdicts)[number]

/** Narrows a list to attestations of one verdict. */
export function attestationVerdictFilter(
  selected: AttestationVerdict | undefined,
  onChange: (verdict: AttestationVerdict | undefined) => void,
): ChoiceFilter {
  return {
    kind: 'choice',
    label: 'Verdict',
    isMultiple: false,
    options: attestationVerdicts.map((verdict) => ({
      value: verdict,
      label: verdicts[verdict].label,
      mark: <VerdictMark verdict={verdict} size={12} silent />,
    })),
    selected: selected ? [selected] : [],
    onChange: ([verdict]) => onChange(verdict as AttestationVerdict | undefined),
  }
}

/** Types that can be chosen: those that are built in, and the custom one that is. */
function typesWith(selected: string | undefined): string[] {
  const types = Object.keys(kinds).filter((kind) => kind !== 'custom')
  return selected?.startsWith('custom:') ? [...types, selected] : types
}

/** Narrows a list to attestations of one type. */
export function attestationTypeFilter(
  selected: string | undefined,
  onChange: (type: string | undefined) => void,
): ChoiceFilter {
  return {
    kind: 'choice',
    label: 'Type',
    isMultiple: false,
    options: typesWith(selected).map((type) => ({ value: type, label: lookOf(type).label })),
    selected: selected ? [selected] : [],
    onChange: ([type]) => onChange(type),
  }
}
