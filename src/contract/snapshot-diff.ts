import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const side = {
  fingerprint: z.string(),
  name: z.string(),
  flow: z.string(),
  commit_url: z.string(),
  most_recent_timestamp: z.int(),
  /** Names of pods, in environments of type K8S. */
  pods: z.optional(z.array(z.string())),
}

const diffItem = z.object({ ...side, instance_count: z.int() })
export type DiffItem = z.output<typeof diffItem>

const changedItem = z.object({
  ...side,
  s1_instance_count: z.int(),
  s2_instance_count: z.int(),
})
export type ChangedItem = z.output<typeof changedItem>

/** What differs between two snapshots (wire.md 15.3). */
export const snapshotDiff = z.object({
  snappish1: z.object({ snapshot_id: z.string(), artifacts: z.array(diffItem) }),
  snappish2: z.object({ snapshot_id: z.string(), artifacts: z.array(diffItem) }),
  changed: z.object({ artifacts: z.array(changedItem) }),
  'not-changed': z.object({ artifacts: z.array(diffItem) }),
})
export type SnapshotDiff = z.output<typeof snapshotDiff>

export const diffSnapshots = endpoint({
  method: 'GET',
  path: '/env-diff/{org}',
  access: 'reader',
  query: z.object({ snappish1: z.string(), snappish2: z.string() }),
  response: snapshotDiff,
  status: [200],
  summary: 'Compare two snapshots, of one environment or of two',
  decided: 'wire.md 15',
})
