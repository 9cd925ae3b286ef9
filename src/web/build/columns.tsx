import { Link } from '@tanstack/react-router'
import type { BuildSummary } from '#contract/build/build.ts'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { OfArchivedFlow } from '#web/domain-ui/archived-flow-mark.tsx'
import {
  fingerprintColumn,
  timeColumn,
  trailColumn,
  verdictColumn,
} from '#web/domain-ui/columns.tsx'
import { RunningIn } from '#web/domain-ui/running-in.tsx'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'

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
          <BuildName org={org} build={row.original} />
        </OfArchivedFlow>
      ),
    }),
    fingerprintColumn<BuildSummary>(org, ({ fingerprint }) => ({ value: fingerprint, flow: null })),
    verdictColumn<BuildSummary>((build) => ({
      verdict: verdictOfState[build.state],
      qualifiers: build.qualifiers,
      of: 'artifact',
      subject: build.filename,
      page: {
        org,
        flow: build.flow_name,
        fingerprint: build.fingerprint,
        artifact_id: build.artifact_id,
      },
    })),
    trailColumn<BuildSummary>(
      org,
      ({ flow_name, trail_name }) => ({ flow: flow_name, trail: trail_name }),
      { hideOrder: 4, card: 'below' },
    ),
    column({
      id: 'repository',
      header: 'Repository',
      meta: { hideOrder: 2, card: 'none' },
      cell: ({ row: { original } }) => <Repository repo={original.repo_info} />,
    }),
    column({
      id: 'running',
      header: 'Running in',
      meta: { hideOrder: 3, card: 'below' },
      cell: ({ row: { original } }) => <RunningIn org={org} environments={original.running_in} />,
    }),
    timeColumn<BuildSummary>(
      { id: 'built', header: 'Built', meta: { card: 'end' } },
      ({ created_at }) => created_at,
    ),
  ])

function BuildName({ org, build }: { org: string; build: BuildSummary }) {
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
      <ArtifactName filename={filename} />
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
