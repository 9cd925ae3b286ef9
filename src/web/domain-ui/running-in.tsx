import type { z } from 'zod/mini'
import type { runningInNow } from '#contract/artifact/environments-of-artifact.ts'
import { isStale } from '#domain/environment/stale-report.ts'
import { Tag } from '#web/ui/tag.tsx'
import { useNow } from '#web/ui/time.tsx'
import { SnapshotLink } from './snapshot-link.tsx'

type Environments = z.output<typeof runningInNow>

const maxShown = 2
const nameOf = ({ environment_name }: Environments[number]) => environment_name

/**
 * The environments where an artifact runs now, each with the way to the snapshot it started in; of
 * those that are stale only what ran there when they were last seen is known.
 */
export function RunningIn(props: { org: string; environments: Environments }) {
  const { org, environments } = props
  const now = useNow()
  if (environments.length === 0) return <span className="zero text-muted">nowhere</span>
  const stale = environments.filter((one) => isStale(one.stale_at, now)).map(nameOf)
  const more = environments.slice(maxShown).map(nameOf)
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
      {stale.length > 0 && (
        <span className="shrink-0 text-meta text-muted" title={`Stale: ${stale.join(', ')}`}>
          {stale.length < environments.length && `${stale.length} `}
          when last seen
        </span>
      )}
    </span>
  )
}
