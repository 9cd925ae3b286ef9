import { Link } from '@tanstack/react-router'
import type { BuildSummary } from '#contract/build/build.ts'
import { OfArchivedFlow } from '#web/domain-ui/archived-flow-mark.tsx'
import { Fingerprint } from '#web/domain-ui/fingerprint.tsx'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { VerdictWhy } from '#web/domain-ui/why-link.tsx'
import { columnsOf } from '#web/table/data-table.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

/** A build with the organization that its links lead into. */
export type BuildInOrg = BuildSummary & { org: string }

const linkClass = 'text-inherit hover:underline'

/** Columns of the list of builds. */
export const buildColumns = columnsOf<BuildInOrg>((column) => [
  column({
    id: 'name',
    header: 'Artifact',
    meta: { card: 'top' },
    cell: ({ row }) => (
      <OfArchivedFlow row={row.original}>
        <ArtifactName build={row.original} />
      </OfArchivedFlow>
    ),
  }),
  column({
    id: 'fingerprint',
    header: 'Fingerprint',
    meta: { width: 148, card: 'none' },
    cell: ({ row: { original } }) => <Fingerprint value={original.fingerprint} />,
  }),
  column({
    id: 'verdict',
    header: 'Verdict',
    meta: { width: 176 },
    cell: ({ row: { original } }) => (
      <VerdictWhy
        verdict={verdictOfState[original.state]}
        of="artifact"
        subject={original.filename}
        place={placeOf(original)}
      />
    ),
  }),
  column({
    id: 'flow',
    header: 'Flow',
    meta: { width: 128, card: 'none', leavesBelow: 'narrow' },
    cell: ({ row: { original } }) => (
      <Link
        to="/$org/flows/$flow/artifacts"
        params={{ org: original.org, flow: original.flow_name }}
        className={linkClass}
      >
        {original.flow_name}
      </Link>
    ),
  }),
  column({
    id: 'trail',
    header: 'Trail',
    meta: { width: 128, card: 'below', leavesBelow: 'narrow' },
    cell: ({ row }) => <TrailName build={row.original} />,
  }),
  column({
    id: 'repository',
    header: 'Repository',
    meta: { width: 144, card: 'none', leavesBelow: 'medium' },
    cell: ({ row: { original } }) => <Repository repo={original.repo_info} />,
  }),
  column({
    id: 'running',
    header: 'Running in',
    meta: { width: 160, card: 'below' },
    cell: ({ row }) => <RunningIn build={row.original} />,
  }),
  column({
    id: 'built',
    header: 'Built',
    meta: { width: 84, isNumber: true, card: 'end' },
    cell: ({ row: { original } }) => <TimeAgo at={original.created_at} />,
  }),
])

const placeOf = ({ org, flow_name: flow, fingerprint, artifact_id }: BuildInOrg) => ({
  org,
  flow,
  fingerprint,
  artifact_id,
})

function ArtifactName(props: { build: BuildInOrg }) {
  const { org, flow_name: flow, fingerprint, filename, artifact_id } = props.build
  return (
    <Link
      to="/$org/flows/$flow/artifacts/$fingerprint"
      params={{ org, flow, fingerprint }}
      search={{ artifact_id }}
      data-row-link
      title={filename}
      className="font-medium text-text hover:underline max-md:wrap-anywhere"
    >
      {filename.slice(filename.lastIndexOf('/') + 1) || filename}
    </Link>
  )
}

function TrailName(props: { build: BuildInOrg }) {
  const { org, flow_name: flow, trail_name: trail } = props.build
  if (trail === null) return <span className="text-muted">without a trail</span>
  return (
    <Link
      to="/$org/flows/$flow/trails/$trail"
      params={{ org, flow, trail }}
      title={trail}
      className={linkClass}
    >
      {trail}
    </Link>
  )
}

function Repository(props: { repo: BuildSummary['repo_info'] }) {
  const { repo } = props
  if (!repo) return <span className="text-muted">not reported</span>
  return (
    <Link
      to="."
      search={(search: object) => ({
        ...search,
        page: undefined,
        ...(repo.name ? { repo_name: [repo.name] } : { repo_id: [repo.repo_id] }),
      })}
      title={`Builds of ${repo.name || repo.repo_id}`}
      className={linkClass}
    >
      {repo.name || repo.repo_id}
    </Link>
  )
}

const maxShown = 2

function RunningIn(props: { build: BuildInOrg }) {
  const { org, running_in: places } = props.build
  if (places.length === 0) return <span className="text-muted">nowhere</span>
  const more = places.slice(maxShown).map((place) => place.environment_name)
  return (
    <span className="inline-flex max-w-full items-center gap-1 align-middle max-md:flex-wrap">
      {places.slice(0, maxShown).map(({ environment_name, snapshot_index }) => (
        <SnapshotLink
          key={environment_name}
          org={org}
          environment={environment_name}
          index={snapshot_index}
          className="inline-flex min-w-0 items-center no-underline hover:[&>span]:bg-hover max-md:min-h-11"
        >
          <Tag>{environment_name}</Tag>
        </SnapshotLink>
      ))}
      {more.length > 0 && (
        <span className="shrink-0 text-meta text-muted" title={more.join(', ')}>
          +{more.length}
          <span className="sr-only"> more: {more.join(', ')}</span>
        </span>
      )}
    </span>
  )
}
