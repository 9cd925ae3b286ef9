import type { z } from 'zod/mini'
import type { runningIn } from '#contract/artifact/environments-of-artifact.ts'
import { Tag } from '#web/ui/tag.tsx'
import { SnapshotLink } from './snapshot-link.tsx'

const maxShown = 2

/** The environments where an artifact runs now, each with the way to the snapshot it started in. */
export function RunningIn(props: { org: string; environments: z.output<typeof runningIn> }) {
  const { org, environments } = props
  if (environments.length === 0) return <span className="zero text-muted">nowhere</span>
  const more = environments.slice(maxShown).map((environment) => environment.environment_name)
  return (
    <span className="inline-flex max-w-full items-center gap-1 align-middle max-md:flex-wrap">
      {environments.slice(0, maxShown).map(({ environment_name, snapshot_index }) => (
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
