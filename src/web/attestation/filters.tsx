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

/** Types that can be chosen: those that are built in, custom ones, and the one that is chosen. */
function typesWith(custom: readonly string[], selected: string | undefined): Set<string> {
  const builtIn = Object.keys(kinds).filter((kind) => kind !== 'custom')
  const chosen = selected?.startsWith('custom:') ? [selected] : []
  return new Set([...builtIn, ...custom.map((name) => `custom:${name}`), ...chosen])
}

/** Narrows a list to attestations of one type. @param custom names of custom types */
export function attestationTypeFilter(
  custom: readonly string[],
  selected: string | undefined,
  onChange: (type: string | undefined) => void,
): ChoiceFilter {
  return {
    kind: 'choice',
    label: 'Type',
    isMultiple: false,
    options: Array.from(typesWith(custom, selected), (type) => ({
      value: type,
      label: lookOf(type).label,
    })),
    selected: selected ? [selected] : [],
    onChange: ([type]) => onChange(type),
  }
}
