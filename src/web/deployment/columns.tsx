import { Link } from '@tanstack/react-router'
import type { Deployment } from '#contract/deployment/deployment.ts'
import { CommitHash, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { type Columns, columnsOf } from '#web/table/data-table.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeAgo } from '#web/ui/time.tsx'

/** Columns of what began to run in an environment. */
export function deploymentColumns(org: string): Columns<Deployment> {
  return columnsOf<Deployment>((column) => [
    column({
      id: 'artifact',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row }) => <ArtifactName org={org} deployment={row.original} />,
    }),
    column({
      id: 'replaced',
      header: 'Replaced',
      meta: { card: 'below' },
      cell: ({ row }) => <Replaced deployment={row.original} />,
    }),
    column({
      id: 'commits',
      header: 'Commits',
      meta: { width: 176 },
      cell: ({ row }) => <Commits deployment={row.original} />,
    }),
    column({
      id: 'flow',
      header: 'Flow and trail',
      meta: { width: 216, leavesBelow: 'narrow', card: 'last' },
      cell: ({ row }) => <FlowAndTrail org={org} deployment={row.original} />,
    }),
    column({
      id: 'lead',
      header: 'Lead time',
      meta: { width: 108, isNumber: true },
      cell: ({ row }) => <LeadTime seconds={row.original.commit_lead_time} />,
    }),
    column({
      id: 'snapshot',
      header: 'Snapshot',
      meta: { width: 88, isNumber: true, leavesBelow: 'medium', card: 'last' },
      cell: ({ row }) => <SnapshotNumber org={org} deployment={row.original} />,
    }),
    column({
      id: 'started',
      header: 'Started',
      meta: { width: 92, isNumber: true, card: 'end' },
      cell: ({ row }) => <TimeAgo at={row.original.started_at} />,
    }),
  ])
}

function ArtifactName(props: { org: string; deployment: Deployment }) {
  const { name, fingerprint, flow_name: flow } = props.deployment
  return (
    <Link
      to="/$org/flows/$flow/artifacts/$fingerprint"
      params={{ org: props.org, flow, fingerprint }}
      data-row-link
      title={`${name}\n${fingerprint}`}
      className="font-medium text-text wrap-anywhere hover:underline"
    >
      <ImageName name={name} />
    </Link>
  )
}

function Replaced(props: { deployment: Deployment }) {
  const { replaced } = props.deployment
  if (!replaced) return <span className="text-muted">nothing, the first here</span>
  return (
    <span
      title={`${replaced.name}\n${replaced.fingerprint}`}
      className="wrap-anywhere max-md:whitespace-normal"
    >
      <span className="md:hidden">replaced </span>
      <ImageName name={replaced.name} />
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

function FlowAndTrail(props: { org: string; deployment: Deployment }) {
  const { org } = props
  const { flow_name: flow, trail_name: trail } = props.deployment
  return (
    <span className="inline-flex max-w-full gap-1 align-bottom">
      <Link
        to="/$org/flows/$flow"
        params={{ org, flow }}
        className="truncate text-text hover:underline"
      >
        {flow}
      </Link>
      {trail && (
        <>
          <span className="text-muted">/</span>
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail }}
            className="truncate text-text hover:underline"
          >
            {trail}
          </Link>
        </>
      )}
    </span>
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
