import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ArtifactChange } from '#contract/snapshot/artifact-change.ts'
import type { SnapshotRow } from '#contract/snapshot/snapshot-page.ts'
import { counted } from '#domain/common/counted.ts'
import { ArtifactStep } from '#web/domain-ui/artifact-step.tsx'
import { causeLabel, whoText } from '#web/domain-ui/cause-labels.ts'
import type { EnvironmentScope } from './artifact-columns.tsx'

const doings: Record<ArtifactChange['kind'], string | undefined> = {
  replaced: undefined,
  started: 'started',
  exited: 'exited',
  changed: 'has another verdict',
}

/** Sentence on a snapshot: the cause, or the artifact that came, went or was replaced. */
export function WhatChanged(
  props: EnvironmentScope & { snapshot: SnapshotRow; registry: string | null },
) {
  const { snapshot, registry } = props
  const { cause, changes, change_count, reported_by } = snapshot
  const [first] = changes
  const link = (children: ReactNode) => <SnapshotName {...props}>{children}</SnapshotName>
  if (cause) {
    return (
      <span className="max-md:whitespace-normal">
        {link(causeLabel(cause))} <span className="text-muted">{whoText(cause, reported_by)}</span>
      </span>
    )
  }
  if (!first) return <span>{link(countsOf(snapshot))}</span>
  return (
    <span className="inline-flex max-w-full items-baseline gap-x-1.5 align-bottom max-md:flex-wrap">
      <ArtifactStep
        name={first.name}
        replaced={first.replaced}
        registry={registry}
        doing={[doings[first.kind], first.member && `in ${first.member}`].filter(Boolean).join(' ')}
        renderName={link}
      />
      {change_count > 1 && <Others {...props} />}
    </span>
  )
}

/** "38 started, 2 exited": of more than can be told one by one. */
function countsOf({ started_count, exited_count, changed_count }: SnapshotRow): string {
  const counts = [
    started_count > 0 && `${started_count} started`,
    exited_count > 0 && `${exited_count} exited`,
    changed_count > 0 && `${changed_count} with another verdict`,
  ].filter(Boolean)
  return counts.join(', ') || 'Environment report'
}

function SnapshotName(props: EnvironmentScope & { snapshot: SnapshotRow; children: ReactNode }) {
  const { org, env, snapshot } = props
  return (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{ org, env, snapshot: String(snapshot.index) }}
      data-row-link
      className="font-medium text-text hover:underline"
    >
      {props.children}
    </Link>
  )
}

/** The way to the other changes; the next two are named. */
function Others(props: EnvironmentScope & { snapshot: SnapshotRow }) {
  const { org, env, snapshot } = props
  const others = snapshot.change_count - 1
  const named = snapshot.changes
    .slice(1)
    .map(({ kind, name, replaced }) => [replaced && `${replaced} →`, name, doings[kind]])
    .map((parts) => parts.filter(Boolean).join(' '))
  const rest = others - named.length
  return (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{ org, env, snapshot: String(snapshot.index) }}
      search={{ show: 'changed' }}
      title={[...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')}
      aria-label={`+${counted(others, 'other')} in snapshot #${snapshot.index}`}
      className="text-muted hover:underline"
    >
      +{counted(others, 'other')}
    </Link>
  )
}
