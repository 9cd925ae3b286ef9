import { lazy, Suspense, useState } from 'react'
import { PageActions } from '../../action/page-actions.tsx'
import { useRefusal } from '../../api/permission.ts'
import { AttestationList } from '../../attestation/attestation-list.tsx'
import { ExplorerFrame } from '../../attestation/explorer-frame.tsx'
import { FirstEvidence } from '../../attestation/first-evidence.tsx'
import { askedOf } from '../../attestation/list-query.ts'
import type { AttestationSearch } from '../../attestation/search.ts'
import { useAttestations } from '../../attestation/use-attestations.ts'
import { countWords } from '../../table/paging.tsx'
import { IgnoredNote, StaleNote } from '../../ui/note.tsx'

const BulkBar = lazy(() => import('../../override/bulk-bar.tsx'))
const Charts = lazy(() => import('../../attestation/charts.tsx'))

/** All attestations, newest first. */
export function BrowsePage(props: {
  org: string
  search: AttestationSearch
  goTo: (search: AttestationSearch) => void
}) {
  const { org, search, goTo } = props
  const list = useAttestations({ org }, search, goTo)
  const { pagination, isNarrowed, shown } = list
  const refusal = useRefusal('member')
  const [hasSelected, setHasSelected] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = list.held.rows.filter((row) => selected.has(row.attestation_id))
  const select = (ids: ReadonlySet<string>) => {
    setSelected(ids)
    setHasSelected(true)
  }
  return (
    <ExplorerFrame
      org={org}
      facts={
        <span>
          <span className="font-medium text-text">{pagination.total.toLocaleString('en')}</span>
          {countWords(pagination.total, 'attestation', isNarrowed)}
        </span>
      }
      actions={
        <PageActions
          views="attestations"
          call={{
            name: 'listAttestations',
            params: { org },
            query: () => askedOf({ org }, shown),
          }}
          exports="exportAllAttestations"
        />
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => list.narrow({})} />
      <StaleNote what="Attestations" query={list.query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstEvidence org={org} />
      ) : (
        <AttestationList
          org={org}
          list={list}
          selection={{
            ids: selected,
            onChange: select,
            nameOf: ({ attestation_name, trail_name }) => `${attestation_name} of ${trail_name}`,
          }}
        >
          <Suspense fallback={<div className="mb-4 h-[210px] max-lg:h-[436px]" />}>
            <Charts place={{ org }} search={shown} />
          </Suspense>
        </AttestationList>
      )}
      <Suspense>
        {hasSelected && <BulkBar org={org} rows={chosen} refusal={refusal} onSelect={select} />}
      </Suspense>
    </ExplorerFrame>
  )
}
