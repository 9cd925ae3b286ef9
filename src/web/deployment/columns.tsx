import { Link } from '@tanstack/react-router'
import type { Deployment } from '#contract/deployment/deployment.ts'
import { timeColumn, trailColumn } from '#web/domain-ui/columns.tsx'
import { CommitHash, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { counted } from '#domain/common/counted.ts'
import { durationOf } from '#web/ui/time-text.ts'

/**
 * Columns of what began to run in an environment.
 * @param registry where most of the images are kept, which is said elsewhere
 */
export function deploymentColumns(org: string, registry: string | null): Columns<Deployment> {
  return columnsOf<Deployment>((column) => [
    column({
      id: 'artifact',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row }) => <ArtifactName org={org} deployment={row.original} registry={registry} />,
    }),
    column({
      id: 'replaced',
      header: 'Replaced',
      meta: { card: 'below' },
      cell: ({ row }) => <Replaced deployment={row.original} registry={registry} />,
    }),
    column({
      id: 'commits',
      header: 'Commits',
      meta: { leaves: 1 },
      cell: ({ row }) => <Commits deployment={row.original} />,
    }),
    trailColumn<Deployment>(
      org,
      ({ flow_name, trail_name }) => ({ flow: flow_name, trail: trail_name }),
      { leaves: 4, card: 'last' },
    ),
    column({
      id: 'lead',
      header: 'Lead time',
      meta: { isNumber: true, leaves: 3 },
      cell: ({ row }) => <LeadTime seconds={row.original.commit_lead_time} />,
    }),
    column({
      id: 'snapshot',
      header: 'Snapshot',
      meta: { isNumber: true, leaves: 2, card: 'last' },
      cell: ({ row }) => <SnapshotNumber org={org} deployment={row.original} />,
    }),
    timeColumn<Deployment>(
      { id: 'started', header: 'Started', meta: { card: 'end' } },
      ({ started_at }) => started_at,
    ),
  ])
}

function ArtifactName(props: { org: string; deployment: Deployment; registry: string | null }) {
  const { name, fingerprint, flow_name: flow, other_flows: others } = props.deployment
  return (
    <>
      <Link
        to="/$org/flows/$flow/artifacts/$fingerprint"
        params={{ org: props.org, flow, fingerprint }}
        data-row-link
        title={`${name}\n${fingerprint}`}
        className="font-medium text-text wrap-anywhere hover:underline"
      >
        <ImageName name={name} registry={props.registry} />
      </Link>
      {others.length > 0 && (
        <span data-spare className="ml-2 text-muted" title={`Also in ${others.join(', ')}`}>
          +{counted(others.length, 'flow')}
        </span>
      )}
    </>
  )
}

function Replaced(props: { deployment: Deployment; registry: string | null }) {
  const { replaced } = props.deployment
  if (!replaced) return <span className="text-muted">nothing, the first here</span>
  return (
    <span
      title={`${replaced.name}\n${replaced.fingerprint}`}
      className="wrap-anywhere max-md:whitespace-normal"
    >
      <span className="md:hidden">replaced </span>
      <ImageName name={replaced.name} registry={props.registry} />
    </span>
  )
}

/** From commit to commit; the code host shows what lies between. */
function Commits(props: { deployment: Deployment }) {
  const { git_commit, commit_url, replaced, diff_url } = props.deployment
  const isSame = replaced?.git_commit === git_commit
  const words =
    replaced?.git_commit && !isSame ? (
      <>
        <CommitHash sha1={replaced.git_commit} /> … <CommitHash sha1={git_commit} />
      </>
    ) : (
      <CommitHash sha1={git_commit} />
    )
  const href = diff_url ?? commit_url
  if (!href) return <span>{words}</span>
  return (
    <SafeLink href={href} className="text-inherit hover:underline">
      {words}
    </SafeLink>
  )
}

function LeadTime(props: { seconds: number | null }) {
  const { seconds } = props
  if (seconds === null || seconds < 0) {
    const why = seconds === null ? 'The commit’s time was not reported' : 'The commit is newer'
    return (
      <span className="text-muted" title={why}>
        –
      </span>
    )
  }
  return <span title="From the commit to the start here">{durationOf(seconds)}</span>
}

function SnapshotNumber(props: { org: string; deployment: Deployment }) {
  const { environment_name: env, snapshot_index: index } = props.deployment
  return (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{ org: props.org, env, snapshot: String(index) }}
      title={`${env}, snapshot #${index}`}
      className="hover:underline"
    >
      #{index}
    </Link>
  )
}
