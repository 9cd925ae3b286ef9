import { createFileRoute, Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { type ArtifactSummary, listArtifactSummaries } from '#contract/artifact/artifact.ts'
import { exportArtifacts } from '#contract/artifact/export-artifacts.ts'
import { artifactListQuery as listQuery } from '#contract/trail/trail.ts'
import { ignoreTemporaryError } from '#web/api/api-error.ts'
import { queryOf, readSearch } from '#web/api/search-params.ts'
import { commitOf } from '#web/artifact/commit.ts'
import { artifactListQuery } from '#web/artifact/queries.ts'
import { Fingerprint, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { registryLabels, registryOf } from '#web/domain-ui/registry.ts'
import { trailStateFilter } from '#web/domain-ui/trail-state-filter.tsx'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { useWhyKey, VerdictWhy } from '#web/domain-ui/why-link.tsx'
import { FlowPage, FlowPending } from '#web/flow/flow-page.tsx'
import { flowQuery } from '#web/flow/queries.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { useColumnChoice } from '#web/table/column-choice.ts'
import { DataTable } from '#web/table/data-table.tsx'
import type { Filter } from '#web/table/filter.ts'
import { RowCount } from '#web/table/paging.tsx'
import { ranges, timesIn, timesNow } from '#web/table/time-range.ts'
import { reportArtifactCall } from '#web/pipeline/report-artifact.ts'
import { CommitLine } from '#web/trail/commit-line.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { FirstSteps } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SafeLink, safeUrl } from '#web/ui/safe-link.tsx'
import { PendingList } from '#web/ui/skeleton.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

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
  pendingComponent: ArtifactsPending,
  component: ArtifactsPage,
  staticData: { crumb: 'Artifacts' },
})

const artifactColumns = (registry: string | null) =>
  columnsOf<ArtifactSummary>((column) => [
    column({
      id: 'verdict',
      header: 'Verdict',
      cell: ({ row }) => <ArtifactVerdict artifact={row.original} />,
    }),
    column({
      id: 'name',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row }) => <ArtifactName artifact={row.original} registry={registry} />,
    }),
    column({
      id: 'fingerprint',
      header: 'Fingerprint',
      meta: { leaves: 2, card: 'none' },
      cell: ({ row: { original } }) => <Fingerprint value={original.fingerprint} />,
    }),
    column({
      id: 'commit',
      header: 'Commit',
      meta: { leaves: 1, shrinksTo: 160, grows: true, card: 'below' },
      cell: ({ row: { original } }) => <CommitLine commit={commitOf(original)} />,
    }),
    column({
      id: 'trail',
      header: 'Trail',
      meta: { leaves: 3, card: 'none' },
      cell: ({ row }) => <TrailName artifact={row.original} />,
    }),
    column({
      id: 'built',
      header: 'Built',
      meta: { isNumber: true, card: 'end' },
      cell: ({ row: { original } }) => (
        <span className="inline-flex items-center gap-1">
          <TimeAgo at={original.created_at} />
          <BuildLink url={original.build_url} filename={original.filename} />
        </span>
      ),
    }),
  ])

function ArtifactsPage() {
  const { org, flow: flowName } = Route.useParams()
  useWhyKey()
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (asked) => artifactListQuery(org, flowName, asked),
    rowId: (artifact) => artifact.artifact_id,
    text: { parameter: 'name', label: 'Filter by name' },
    filtersOf,
  })
  const { shown, pagination, isNarrowed } = list
  const registry = registryOf(list.rows.map(({ filename }) => filename))
  const columns = useMemo(() => artifactColumns(registry), [registry])
  const choice = useColumnChoice(columns)

  return (
    <FlowPage
      org={org}
      flow={flowName}
      tab="Artifacts"
      facts={<RowCount total={pagination.total} thing="artifact" isNarrowed={isNarrowed} />}
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
        order={`newest first${registryLabels(registry)}`}
        first={<FirstArtifact org={org} flow={flowName} />}
      >
        <DataTable
          caption={`Artifacts of ${flowName}`}
          columns={columns}
          visibility={choice.visibility}
          rows={list.rows}
          rowId={(artifact) => artifact.artifact_id}
        />
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

function ArtifactVerdict(props: { artifact: ArtifactSummary }) {
  const { org } = Route.useParams()
  const { state, filename, flow_name: flow, fingerprint, artifact_id } = props.artifact
  return (
    <VerdictWhy
      verdict={verdictOfState[state]}
      of="artifact"
      subject={filename}
      place={{ org, flow, fingerprint, artifact_id }}
    />
  )
}

function ArtifactName(props: { artifact: ArtifactSummary; registry: string | null }) {
  const { org } = Route.useParams()
  const { artifact } = props
  const { filename, template_reference_name: name } = artifact
  return (
    <span className="flex min-w-0 items-baseline gap-2 max-md:flex-wrap md:items-center">
      <Link
        to="/$org/flows/$flow/artifacts/$fingerprint"
        params={{ org, flow: artifact.flow_name, fingerprint: artifact.fingerprint }}
        search={{ artifact_id: artifact.artifact_id }}
        data-row-link
        title={filename}
        className="min-w-0 truncate font-medium text-text hover:underline"
      >
        <ImageName name={filename} registry={props.registry} />
      </Link>
      {name && !filename.slice(filename.lastIndexOf('/') + 1).startsWith(name) && (
        <span data-spare className="min-w-0 truncate text-muted">
          {name}
        </span>
      )}
    </span>
  )
}

function TrailName(props: { artifact: ArtifactSummary }) {
  const { org } = Route.useParams()
  const { flow_name: flow, trail_name: trail } = props.artifact
  if (trail === null) return <span className="text-muted">–</span>
  return (
    <Link
      to="/$org/flows/$flow/trails/$trail"
      params={{ org, flow, trail }}
      title={trail}
      className="text-text hover:underline"
    >
      {trail}
    </Link>
  )
}

function FirstArtifact(props: { org: string; flow: string }) {
  return (
    <Card
      title="No artifact yet"
      remark="What this flow builds becomes an artifact, known by its fingerprint. The CLI takes your API key from KOSLI_API_TOKEN, curl from CAIRN_KEY."
    >
      <FirstSteps
        steps={[
          {
            title: 'Report what a run has built; this page then shows it by itself',
            content: (
              <CallBox
                call={reportArtifactCall(props.org, { flow: props.flow, templateName: 'app' })}
              />
            ),
          },
        ]}
      />
    </Card>
  )
}

function ArtifactsPending() {
  return (
    <FlowPending tab="Artifacts">
      <PendingList rows={14} />
    </FlowPending>
  )
}

/** The way to the build of an artifact, where its address is one of the web. */
function BuildLink(props: { url: string; filename: string }) {
  if (!safeUrl(props.url)) return null
  return (
    <SafeLink
      href={props.url}
      className="-my-1 inline-grid size-6 shrink-0 place-items-center rounded-tag text-muted hover:bg-hover hover:text-text max-md:size-11"
    >
      <Icon of={ExternalLink} small />
      <span className="sr-only">Build of {props.filename}</span>
    </SafeLink>
  )
}
