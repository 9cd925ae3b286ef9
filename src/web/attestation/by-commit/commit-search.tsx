import { useQuery } from '@tanstack/react-query'
import { attestationColumns } from '#web/attestation/explorer/columns.tsx'
import { facetFilter } from '#web/attestation/explorer/filters.tsx'
import { commitsQuery, evidenceQuery, attestationFacetsQuery } from '#web/attestation/queries.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { isSet } from '#web/table/filter.ts'
import { Frame } from '#web/ui/card.tsx'
import { Note, StaleNote } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { CommitCards } from './commit-cards.tsx'
import { CommitForm } from './commit-form.tsx'
import { CommitGrid } from './commit-grid.tsx'
import { givenCommits, isCommitHash, maxCommits, commitRows, commitsToAsk } from './commit-rows.ts'

/** Evidence by commit: paste hashes, see commits × names. */
export default function CommitSearch(props: {
  org: string
  search: AttestationSearch
  onChange: (change: AttestationSearch) => void
}) {
  const { org, search, onChange } = props
  const given = givenCommits(search.commit_list)
  const commits = given.slice(0, maxCommits)
  const facets = useQuery(attestationFacetsQuery({ org }, {})).data
  const filters = (['flow_name', 'attestation_name', 'attestation_type'] as const).map((field) =>
    facetFilter(field, facets?.[field], search, onChange, false),
  )
  const clear = () =>
    onChange({ flow_name: undefined, attestation_name: undefined, attestation_type: undefined })
  return (
    <>
      <CommitForm
        key={given.join()}
        org={org}
        commits={given}
        isNarrowed={filters.some(isSet)}
        onCommits={(commit_list) => onChange({ commit_list })}
      />
      <FilterBar filters={filters} onClear={clear} />
      {given.length > maxCommits && (
        <Note>
          The address has {given.length} commits: the first {maxCommits} are shown.
        </Note>
      )}
      {commits.length > 0 && (
        <Evidence {...props} commits={commits} isNarrowed={filters.some(isSet)} />
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
  const isPhone = useMediaQuery('(width < 768px)')
  const hashes = commits.filter(isCommitHash)
  const resolved = useQuery({ ...commitsQuery(org, hashes), enabled: hashes.length > 0 })
  const known = resolved.data?.commits ?? []
  const wanted = commitsToAsk(known)
  const evidence = useQuery({
    ...evidenceQuery(org, wanted, search),
    enabled: wanted.length > 0,
    placeholderData: (before) => before,
  })
  const failed = [resolved, evidence].find((query) => query.isError)
  if (failed && !failed.data) throw failed.error
  const isWaiting = (hashes.length > 0 && !resolved.data) || (wanted.length > 0 && !evidence.data)
  if (isWaiting) return <SkeletonRows rows={Math.min(8, commits.length + 1)} />
  const rows = commitRows(commits, known, evidence.data ?? {}, isNarrowed)
  const [first, another] = rows
  const only = another === undefined && first?.state === 'evidence' ? first : null
  return (
    <>
      <StaleNote what="Evidence" query={evidence} />
      <Frame isBusy={evidence.isFetching && evidence.isPlaceholderData}>
        {isPhone ? (
          <CommitCards org={org} rows={rows} commits={commits} />
        ) : (
          <CommitGrid org={org} rows={rows} commits={commits} />
        )}
      </Frame>
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
