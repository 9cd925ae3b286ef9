import type { countAttestationFacets, Facet } from '#contract/attestation/explorer.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { AttestationScope } from '#web/attestation/queries.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { VerdictMark, verdicts } from '#web/domain-ui/verdict.tsx'
import { archivedFlowsFilter } from '#web/table/archived-flows.ts'
import {
  type ChoiceFilter,
  type Filter,
  type TextFilter,
  anyOf,
  oneOf,
  textFilter,
} from '#web/table/filter.ts'
import { timesIn } from '#web/table/time-range.ts'

type Facets = ResponseOf<typeof countAttestationFacets>
type Narrow = (change: AttestationSearch) => void
type ListField = 'flow_name' | 'attestation_name' | 'attestation_type' | 'reported_by'

const attestationVerdicts = ['compliant', 'non-compliant'] as const

const labels: Record<ListField, string> = {
  flow_name: 'Flow',
  attestation_name: 'Name',
  attestation_type: 'Type',
  reported_by: 'Reported by',
}

/** Values that are there with how many they would leave, and those that are chosen all the same. */
function optionsOf(field: ListField, facet: Facet | undefined, selected: readonly string[]) {
  const counts = new Map(
    facet?.values.map((one) => [one.value, one.compliant + one.non_compliant + one.overrides]),
  )
  const values = new Set([...counts.keys(), ...selected].filter((value) => value !== ''))
  return Array.from(values, (value) => ({
    value,
    label: field === 'attestation_type' ? lookOf(value).label : value,
    ...(facet && { count: counts.get(value) ?? 0 }),
  }))
}

/** Narrows a list to some values of a field; `isMultiple` for alternatives. */
export function facetFilter(
  field: ListField,
  facet: Facet | undefined,
  search: AttestationSearch,
  narrow: Narrow,
  isMultiple = true,
): ChoiceFilter {
  const selected = search[field] ?? []
  return {
    ...anyOf(labels[field], optionsOf(field, facet, selected), selected, (values) =>
      narrow({ [field]: values }),
    ),
    isMultiple,
  }
}

/** Narrows a list to what was reported, or to what counts. */
function verdictFilter(
  field: 'verdict' | 'effective',
  search: AttestationSearch,
  facets: Facets | undefined,
  narrow: Narrow,
): ChoiceFilter {
  const isReported = field === 'verdict'
  const counts = facets?.[isReported ? 'reported_is_compliant' : 'is_compliant']
  return oneOf(
    isReported ? 'Verdict' : 'Counts as',
    attestationVerdicts.map((value) => ({
      value,
      label: verdicts[value].label,
      mark: <VerdictMark verdict={value} size={12} silent />,
      ...(counts && { count: counts[value === 'compliant' ? 'true' : 'false'] }),
    })),
    search[field],
    (verdict) => narrow({ [field]: verdict }),
  )
}

const recordTypes = { override: 'overrides only', all: 'evidence and overrides' } as const
const recordTypeNames = ['override', 'all'] as const

function recordFilter(
  { record_type }: AttestationSearch,
  facets: Facets | undefined,
  narrow: Narrow,
): ChoiceFilter {
  const counts = facets && {
    override: facets.record_type.override,
    all: facets.record_type.override + facets.record_type.evidence,
  }
  return oneOf(
    'Records',
    recordTypeNames.map((value) => ({
      value,
      label: recordTypes[value],
      ...(counts && { count: counts[value] }),
    })),
    record_type,
    (type) => narrow({ record_type: type }),
  )
}

function overriddenFilter(
  { overridden }: AttestationSearch,
  facets: Facets | undefined,
  narrow: Narrow,
): ChoiceFilter {
  return oneOf(
    'Override',
    (['true', 'false'] as const).map((value) => ({
      value,
      label: value === 'true' ? 'overridden' : 'not overridden',
      ...(facets && { count: facets.overridden[value] }),
    })),
    overridden === undefined ? undefined : `${overridden}`,
    (value) => narrow({ overridden: value && value === 'true' }),
  )
}

const ageFilter = ({ evidence_age }: AttestationSearch, narrow: Narrow): ChoiceFilter =>
  oneOf(
    'Age',
    [{ value: 'expired', label: 'evidence expired' }],
    evidence_age,
    (age) => narrow({ evidence_age: age }),
    { isRare: true },
  )

/** Narrows a list to what belongs to one artifact, trail or commit. */
const subjectFilters = (search: AttestationSearch, narrow: Narrow): TextFilter[] => [
  textFilter('Fingerprint', search.fingerprint, (fingerprint) => narrow({ fingerprint }), {
    hint: 'SHA-256, or its first 5 characters or more',
  }),
  textFilter('Trail', search.trail_name, (trail_name) => narrow({ trail_name }), {
    isRare: true,
    hint: 'name of a trail',
    isExact: true,
  }),
  textFilter('Commit', search.git_commit, (git_commit) => narrow({ git_commit }), {
    isRare: true,
    hint: 'hash, or its first 5 characters or more',
  }),
]

/** Filters of a list of attestations, with counts where they are there already. */
export function attestationFiltersOf(
  { flow }: AttestationScope,
  search: AttestationSearch,
  facets: Facets | undefined,
  narrow: Narrow,
): Filter[] {
  const of = (field: ListField) => facetFilter(field, facets?.[field], search, narrow)
  return [
    verdictFilter('verdict', search, facets, narrow),
    verdictFilter('effective', search, facets, narrow),
    ...(flow === undefined ? [of('flow_name')] : []),
    of('attestation_name'),
    of('attestation_type'),
    ...subjectFilters(search, narrow),
    overriddenFilter(search, facets, narrow),
    ageFilter(search, narrow),
    recordFilter(search, facets, narrow),
    { ...of('reported_by'), isRare: true },
    ...(flow === undefined
      ? [
          {
            ...archivedFlowsFilter(search.archived, (archived) => narrow({ archived })),
            isRare: true,
          },
        ]
      : []),
    { kind: 'time', label: 'Created', value: timesIn(search), onChange: narrow },
  ]
}
