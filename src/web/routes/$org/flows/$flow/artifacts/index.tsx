import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { listArtifactSummaries, exportArtifacts } from '#contract/artifact/artifact.ts'
import { artifactListQuery as listQuery } from '#contract/trail/trail.ts'
import { sharedArtifactName } from '#domain/artifact/artifact-name.ts'
import { ignoreTemporaryError } from '#web/api/api-error.ts'
import { queryOf, readSearch } from '#web/api/search-params.ts'
import { artifactColumns } from '#web/artifact/columns.tsx'
import { commitOf } from '#web/artifact/commit.ts'
import { artifactListQuery } from '#web/artifact/queries.ts'
import { trailStateFilter } from '#web/domain-ui/trail-state-filter.tsx'
import { useWhyKey } from '#web/domain-ui/why-link.tsx'
import { FlowPage, FlowPending } from '#web/flow/flow-page.tsx'
import { flowQuery } from '#web/flow/queries.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import type { Filter } from '#web/table/filter.ts'
import { RowCount } from '#web/table/paging.tsx'
import { ranges, timesIn, timesNow } from '#web/table/time-range.ts'
import { reportArtifactCall } from '#web/pipeline/report-artifact.ts'
import { CommitLine } from '#web/trail/commit-line.tsx'
import { FirstCard } from '#web/ui/first-steps.tsx'
import { PendingList } from '#web/ui/skeleton.tsx'

const search = z.extend(listQuery, { range: z.optional(z.enum(ranges)) })
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

export const Route = createFileRoute('/$org/flows/$flow/artifacts/')({
  validateSearch: searchOf,
  loader: ({ context: { queryClient }, params: { org, flow }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(flowQuery(org, flow)),
      queryClient
        .ensureQueryData(artifactListQuery(org, flow, searchOf(location.search)))
        .catch(ignoreTemporaryError),
    ]),
  pendingComponent: () => (
    <FlowPending tab="Artifacts">
      <PendingList rows={14} />
    </FlowPending>
  ),
  component: ArtifactsPage,
})

function ArtifactsPage() {
  const { org, flow: flowName } = Route.useParams()
  useWhyKey()
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => artifactListQuery(org, flowName, listSearch),
    rowId: (artifact) => artifact.artifact_id,
    text: { parameter: 'name', label: 'Filter by name' },
    filtersOf,
  })
  const { shown, pagination, isNarrowed } = list
  const shared = sharedArtifactName(list.rows.map(({ filename }) => filename))
  const isNameShared = shared !== null
  const columns = useMemo(
    () =>
      artifactColumns(org, isNameShared, (artifact) => <CommitLine commit={commitOf(artifact)} />),
    [org, isNameShared],
  )
  const choice = useColumnChoice(columns)

  return (
    <FlowPage
      org={org}
      flow={flowName}
      tab="Artifacts"
      actions={
        <PageActions
          call={{
            endpoint: listArtifactSummaries,
            params: { org, flow_name: flowName },
            query: () => timesNow(queryOf(shown)),
          }}
          exports={exportArtifacts}
        />
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Artifacts"
        what="artifact"
        order="newest first"
        head={
          <>
            <RowCount total={pagination.total} thing="artifact" isNarrowed={isNarrowed} />
            {shared && (
              <span className="text-meta text-muted">
                all {shared.name}
                {shared.registry && `, from ${shared.registry}`}
              </span>
            )}
          </>
        }
        first={<FirstArtifact org={org} flow={flowName} />}
      >
        <EvidenceSummaries
          org={org}
          ids={list.rows.map(({ because_of: slot }) => slot?.attestation_id ?? null)}
        >
          <DataTable
            caption={`Artifacts of ${flowName}`}
            columns={columns}
            choice={choice}
            {...list.table}
          />
        </EvidenceSummaries>
      </ListBody>
    </FlowPage>
  )
}

type Search = ReturnType<typeof Route.useSearch>

function filtersOf(search: Search, narrow: (change: Partial<Search>) => void): Filter[] {
  return [
    trailStateFilter(search.verdict, (verdict) => narrow({ verdict })),
    { kind: 'time', label: 'Built', value: timesIn(search), onChange: narrow },
  ]
}

function FirstArtifact(props: { org: string; flow: string }) {
  return (
    <FirstCard
      title="No artifact yet"
      remark="What this flow builds becomes an artifact, known by its fingerprint. The CLI takes your API key from KOSLI_API_TOKEN, curl from CAIRN_KEY."
      steps={[
        {
          title: 'Report what a run has built; this page then shows it automatically',
          call: reportArtifactCall(props.org, { flow: props.flow, templateName: 'app' }),
        },
      ]}
    />
  )
}
