import { Link } from '@tanstack/react-router'
import type { BuildSummary } from '#contract/build/build.ts'
import { visibleText } from '#domain/common/visible-text.ts'
import { OfArchivedFlow } from '#web/domain-ui/archived-flow-mark.tsx'
import {
  fingerprintColumn,
  timeColumn,
  trailColumn,
  verdictColumn,
} from '#web/domain-ui/columns.tsx'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Tag } from '#web/ui/tag.tsx'

const linkClass = 'text-inherit hover:underline'

/** Columns of the list of builds. */
export const buildColumns = (org: string) =>
  columnsOf<BuildSummary>((column) => [
    column({
      id: 'name',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row }) => (
        <OfArchivedFlow row={row.original}>
          <ArtifactName org={org} build={row.original} />
        </OfArchivedFlow>
      ),
    }),
    fingerprintColumn<BuildSummary>(org, ({ fingerprint }) => ({ value: fingerprint, flow: null })),
    verdictColumn<BuildSummary>((build) => ({
      verdict: verdictOfState[build.state],
      of: 'artifact',
      subject: build.filename,
      place: {
        org,
        flow: build.flow_name,
        fingerprint: build.fingerprint,
        artifact_id: build.artifact_id,
      },
    })),
    trailColumn<BuildSummary>(
      org,
      ({ flow_name, trail_name }) => ({ flow: flow_name, trail: trail_name }),
      { leaves: 4, card: 'below' },
    ),
    column({
      id: 'repository',
      header: 'Repository',
      meta: { leaves: 2, card: 'none' },
      cell: ({ row: { original } }) => <Repository repo={original.repo_info} />,
    }),
    column({
      id: 'running',
      header: 'Running in',
      meta: { leaves: 3, card: 'below' },
      cell: ({ row }) => <RunningIn org={org} build={row.original} />,
    }),
    timeColumn<BuildSummary>(
      { id: 'built', header: 'Built', meta: { card: 'end' } },
      ({ created_at }) => created_at,
    ),
  ])

function ArtifactName({ org, build }: { org: string; build: BuildSummary }) {
  const { flow_name: flow, fingerprint, filename, artifact_id } = build
  return (
    <Link
      to="/$org/flows/$flow/artifacts/$fingerprint"
      params={{ org, flow, fingerprint }}
      search={{ artifact_id }}
      data-row-link
      title={filename}
      className="font-medium text-text hover:underline max-md:wrap-anywhere"
    >
      {visibleText(filename.slice(filename.lastIndexOf('/') + 1) || filename)}
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

function RunningIn({ org, build }: { org: string; build: BuildSummary }) {
  const { running_in: places } = build
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
