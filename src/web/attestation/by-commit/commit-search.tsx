import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { counted } from '#domain/common/counted.ts'
import { attestationColumns } from '#web/attestation/explorer/columns.tsx'
import { facetFilter } from '#web/attestation/explorer/filters.tsx'
import {
  attestationFacetsQuery,
  commitsQuery,
  evidenceAgesQuery,
  evidenceQuery,
  missingEvidenceQuery,
} from '#web/attestation/queries.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { chipClass } from '#web/table/filter-chip.tsx'
import { isSet } from '#web/table/filter.ts'
import { Frame } from '#web/ui/card.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Note, StaleNote } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/time.tsx'
import { useIsPhone } from '#web/ui/use-media-query.ts'
import { CommitCards } from './commit-cards.tsx'
import { CommitForm } from './commit-form.tsx'
import { CommitGrid } from './commit-grid.tsx'
import {
  type CommitRow,
  commitRows,
  commitsToAsk,
  describeCommits,
  givenCommits,
  hashesIn,
  isCommitHash,
  maxCommits,
  missingIn,
  namesIn,
  toggledHash,
  troubledNames,
  troubledRows,
  withAges,
} from './commit-rows.ts'

/** Evidence by commit: paste hashes, see commits × names. */
export default function CommitSearch(props: {
  org: string
  search: AttestationSearch
  onChange: (change: AttestationSearch) => void
  /** Where no commit is asked for: some to tick. */
  renderRecent: (
    isTicked: (commit: string) => boolean,
    toggle: (commit: string) => void,
  ) => ReactNode
}) {
  const { org, search, onChange } = props
  const given = givenCommits(search.commit_list)
  const commits = given.slice(0, maxCommits)
  const [typed, setTyped] = useState({ of: given.join(), text: given.join('\n') })
  // Another address has other commits: what was typed for the one before is over.
  const text = typed.of === given.join() ? typed.text : given.join('\n')
  const onText = (next: string) => setTyped({ of: given.join(), text: next })
  // The commits that are being changed: others are folded again.
  const [editing, setEditing] = useState<string | null>(null)
  const ticked = hashesIn(text).hashes
  const facets = useQuery(attestationFacetsQuery({ org }, {})).data
  const filters = (['flow_name', 'attestation_name', 'attestation_type'] as const).map((field) =>
    facetFilter(field, facets?.[field], search, onChange, false),
  )
  const clear = () =>
    onChange({ flow_name: undefined, attestation_name: undefined, attestation_type: undefined })
  const isFolded = given.length > 0 && editing !== given.join()
  return (
    <>
      {!isFolded && (
        <CommitForm
          key={given.join()}
          org={org}
          commits={given}
          text={text}
          onText={onText}
          isNarrowed={filters.some(isSet)}
          onCommits={(commit_list) => {
            setEditing(null)
            onChange({ commit_list })
          }}
        />
      )}
      {(given.length > 0 || filters.some(isSet)) && (
        <div className="mb-3 flex items-start gap-2">
          {isFolded && (
            <button
              type="button"
              className={`${chipClass(true)} gap-2 px-2.5 print:hidden`}
              onClick={() => setEditing(given.join())}
            >
              <span className="font-medium text-text">{counted(given.length, 'commit')}</span>
              Edit
            </button>
          )}
          <div className="min-w-0 flex-1">
            <FilterBar isInline filters={filters} onClear={clear}>
              <CheckLine
                label="Only trouble"
                checked={search.trouble === true}
                onChange={(isOn) => onChange({ trouble: isOn || undefined })}
              />
            </FilterBar>
          </div>
        </div>
      )}
      {given.length === 0 &&
        props.renderRecent(
          (commit) => ticked.some((hash) => commit.startsWith(hash)),
          (commit) => onText(toggledHash(text, commit)),
        )}
      {given.length > maxCommits && (
        <Note>
          The address has {given.length} commits: the first {maxCommits} are shown.
        </Note>
      )}
      {commits.length > 0 && (
        <Evidence org={org} search={search} commits={commits} isNarrowed={filters.some(isSet)} />
      )}
    </>
  )
}

function Evidence(props: {
  org: string
  search: AttestationSearch
  commits: readonly string[]
  isNarrowed: boolean
}) {
  const { org, search, commits, isNarrowed } = props
  const isPhone = useIsPhone()
  const hashes = commits.filter(isCommitHash)
  const resolved = useQuery({ ...commitsQuery(org, hashes), enabled: hashes.length > 0 })
  const known = resolved.data?.commits ?? []
  const wanted = commitsToAsk(known)
  const evidence = useQuery({
    ...evidenceQuery(org, wanted, search),
    enabled: wanted.length > 0,
    placeholderData: (before) => before,
  })
  const lacking = useQuery({
    ...missingEvidenceQuery(org, wanted, search),
    enabled: wanted.length > 0,
    placeholderData: (before) => before,
  })
  const settings = useQuery(evidenceAgesQuery(org))
  const now = useNow()
  const failed = [resolved, evidence, lacking].find((query) => query.isError)
  if (failed && !failed.data) throw failed.error
  const isWaiting =
    (hashes.length > 0 && !resolved.data) || (wanted.length > 0 && !(evidence.data && lacking.data))
  if (isWaiting) return <SkeletonRows rows={Math.min(8, commits.length + 1)} />
  const missing = missingIn(lacking.data?.missing ?? [], search)
  const found = withAges(evidence.data ?? {}, {
    maxAgeDays: settings.data?.max_age_days ?? {},
    now,
  })
  const rows = commitRows(commits, known, found, missing, isNarrowed)
  const shown = search.trouble ? troubledRows(rows) : rows
  const names = search.trouble ? troubledNames(rows) : namesIn(rows)
  const [first, another] = rows
  const only =
    another === undefined && first?.state === 'evidence' && first.attestations.length > 0
      ? first
      : null
  return (
    <>
      <StaleNote what="Evidence" query={evidence} />
      <p role="status" className="mb-3 text-lead">
        {describeCommits(rows)}
      </p>
      <EvidenceSummaries org={org} ids={idsOf(rows)}>
        <Frame isBusy={evidence.isFetching && evidence.isPlaceholderData}>
          {isPhone ? (
            <CommitCards org={org} rows={shown} commits={commits} />
          ) : (
            <CommitGrid org={org} rows={shown} names={names} commits={commits} />
          )}
          <p className="flex flex-wrap justify-between gap-x-4 border-t border-line px-4 py-2 text-meta text-muted">
            <span>
              <b className="font-medium text-text">{counted(idsOf(rows).length, 'attestation')}</b>
              {missing.length > 0 && `, ${missing.length} missing`}; in the order given
              {shown.length < rows.length &&
                `; ${counted(rows.length - shown.length, 'commit')} without trouble left out`}
            </span>
            {!isPhone && <span>– not expected</span>}
          </p>
        </Frame>
      </EvidenceSummaries>
      {only && !isPhone && (
        <Frame className="mt-4">
          <DataTable
            caption={`All evidence of commit ${only.commit.slice(0, 7)}, newest first`}
            columns={attestationColumns(org, true)}
            rows={[...only.attestations]}
            rowId={({ attestation_id }) => attestation_id}
          />
        </Frame>
      )}
    </>
  )
}

/** Attestation ids of the rows. */
const idsOf = (rows: readonly CommitRow[]) =>
  rows.flatMap((row) =>
    row.state === 'evidence' ? row.attestations.map(({ attestation_id }) => attestation_id) : [],
  )
