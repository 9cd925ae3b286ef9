import type { ChoiceFilter } from '../table/filter.ts'
import { VerdictMark, verdicts } from '../ui/verdict-mark.tsx'
import { isKnownKind, kinds } from './kinds.tsx'
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

/** Narrows a list to attestations of one type. */
export function attestationTypeFilter(
  selected: string | undefined,
  onChange: (type: string | undefined) => void,
): ChoiceFilter {
  return {
    kind: 'choice',
    label: 'Type',
    isMultiple: false,
    options: Object.keys(kinds)
      .filter(isKnownKind)
      .map((kind) => ({ value: kind, label: kinds[kind].label })),
    selected: selected ? [selected] : [],
    onChange: ([type]) => onChange(type),
  }
}
