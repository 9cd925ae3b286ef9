import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Deployment } from '#contract/deployment/deployment.ts'
import { ArtifactStep } from '#web/domain-ui/artifact-step.tsx'
import { personColumn } from '#web/domain-ui/columns.tsx'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { FlowAndTrail } from '#web/domain-ui/origin.tsx'
import { snapshotColumn } from '#web/domain-ui/snapshot-link.tsx'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { counted } from '#domain/common/counted.ts'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'

/**
 * Columns of what began to run in an environment.
 * @param registry where most of the images are kept, which is said elsewhere
 * @param isLogical so that rows say in which member
 */
export function deploymentColumns(
  org: string,
  registry: string | null,
  isLogical: boolean,
): Columns<Deployment> {
  return columnsOf<Deployment>((column) => [
    column({
      id: 'started',
      header: 'UTC',
      cell: ({ row }) => (
        <span className="text-muted">
          <TimeStamp at={row.original.started_at} form="minute" />
        </span>
      ),
    }),
    column({
      id: 'artifact',
      header: 'Artifact, from and to',
      meta: { grows: true, card: 'top' },
      cell: ({ row: { original } }) => (
        <>
          <ArtifactStep
            name={original.name}
            replaced={original.replaced?.name ?? null}
            registry={registry}
            {...(isLogical && { doing: `in ${original.environment_name}` })}
            renderName={(name) => (
              <ArtifactLink org={org} deployment={original}>
                {name}
              </ArtifactLink>
            )}
          />
          <Failure deployment={original} />
        </>
      ),
    }),
    column({
      id: 'trail',
      header: 'Flow / trail',
      meta: { hideOrder: 4, card: 'last' },
      cell: ({ row: { original } }) => (
        <>
          <FlowAndTrail org={org} flow={original.flow_name} trail={original.trail_name} />
          <OtherFlows names={original.other_flows} />
        </>
      ),
    }),
    personColumn<Deployment>(
      { id: 'by', header: 'By', meta: { shrinksTo: 80 } },
      ({ commit_author }) => commit_author,
    ),
    column({
      id: 'commits',
      header: 'Commits',
      meta: { hideOrder: 2, card: 'last' },
      cell: ({ row }) => <Commits deployment={row.original} />,
    }),
    column({
      id: 'lead',
      header: 'Lead time',
      meta: { isNumber: true },
      cell: ({ row }) => <LeadTime seconds={row.original.commit_lead_time} />,
    }),
    snapshotColumn<Deployment>(org, { hideOrder: 3 }),
  ])
}

function ArtifactLink(props: { org: string; deployment: Deployment; children: ReactNode }) {
  const { name, fingerprint, flow_name: flow } = props.deployment
  return (
    <Link
      to="/$org/flows/$flow/artifacts/$fingerprint"
      params={{ org: props.org, flow, fingerprint }}
      data-row-link
      title={`${name}\n${fingerprint}`}
      className="text-text wrap-anywhere hover:underline"
    >
      {props.children}
    </Link>
  )
}

/** "failed for 43 min", by what, and whether that is over. */
function Failure(props: { deployment: Deployment }) {
  const { environment_name: environment, started_at, failure } = props.deployment
  if (!failure) return null
  const { reason, ended_at, is_by_exception } = failure
  if (reason === 'older_version') {
    return <Remark why="An older version took its place">replaced by an older version</Remark>
  }
  const why = `Its start made ${environment} non-compliant`
  if (ended_at === null) return <Remark why={`${why}, until now`}>failed, not restored</Remark>
  const lasted = durationOf(ended_at - started_at)
  return is_by_exception ? (
    <Remark why={`${why}; an exception ended that`}>failed, excepted after {lasted}</Remark>
  ) : (
    <Remark why={why}>failed for {lasted}</Remark>
  )
}

function Remark(props: { why: string; children: ReactNode }) {
  return (
    <span className="ml-2 font-medium" title={props.why}>
      {props.children}
    </span>
  )
}

function OtherFlows(props: { names: readonly string[] }) {
  const { names } = props
  if (names.length === 0) return null
  return (
    <span className="ml-2 text-muted" title={`Also in ${names.join(', ')}`}>
      +{counted(names.length, 'flow')}
    </span>
  )
}

/** From commit to commit; the code host shows what lies between. */
function Commits(props: { deployment: Deployment }) {
  const { git_commit, commit_url, replaced, diff_url } = props.deployment
  const isSame = replaced?.git_commit === git_commit
  const commits =
    replaced?.git_commit && !isSame ? (
      <>
        <CommitHash sha1={replaced.git_commit} /> … <CommitHash sha1={git_commit} />
      </>
    ) : (
      <CommitHash sha1={git_commit} />
    )
  const href = diff_url ?? commit_url
  if (!href) return <span>{commits}</span>
  return (
    <SafeLink href={href} className="text-inherit hover:underline">
      {commits}
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
