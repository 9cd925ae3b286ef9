import * as z from 'zod/mini'
import { maybe, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { paging } from './page.ts'
import { type SnapshotChange, snapshotChange } from './snapshot.ts'

/** Types of kept events: those of snapshots, and scaling, which makes no snapshot (wire.md 15.4). */
export type EventType = Exclude<SnapshotChange, 'unchanged'> | 'scaled'

const links = z.object({ self: z.string(), html: z.string() })

/** What happened to an artifact in an environment (wire.md 15.3). */
export const environmentEvent = z.object({
  environment_name: z.string(),
  snapshot_index: z.int(),
  artifact_name: z.string(),
  /** Its fingerprint. */
  sha256: z.string(),
  description: z.string(),
  reported_at: timestamp,
  /** Name of the first flow that built it, `""` if none did. */
  pipeline: z.string(),
  deployments: z.array(z.unknown()),
  flows: z.array(z.object({ flow_name: z.string(), deployments: z.null() })),
  artifact_compliance: z.nullable(z.boolean()),
  snapshot_compliance: z.boolean(),
  type: snapshotChange,
  code_diff: z.nullable(z.string()),
  /** The artifact's are null without provenance. */
  _links: z.object({ artifact: z.nullable(links), snapshot: links }),
})
export type EnvironmentEvent = z.output<typeof environmentEvent>

export const listEnvironmentEvents = endpoint({
  method: 'GET',
  path: '/environments/{org}/{env_name}/events',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    interval: maybe(z.string()),
    reverse: z._default(z.boolean(), false),
    /** Of these repositories only. */
    repo_name: maybe(z.array(z.string())),
    /** An index, `NOW`, or a time that long ago such as `2days`. */
    start: maybe(z.string()),
    end: maybe(z.string()),
    start_ts: maybe(timestamp),
    end_ts: maybe(timestamp),
    from: maybe(timestamp),
    to: maybe(timestamp),
  }),
  response: z.array(environmentEvent),
  status: [200],
  summary: 'List what started, exited or changed in an environment, newest first',
  spec: '4.11',
})
