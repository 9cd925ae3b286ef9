import * as z from 'zod/mini'
import { gitCommitInfo } from './commit-info.ts'
import { maybe, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { instanceContext } from './environment-report.ts'
import { environmentType } from './environment-type.ts'
import { paging } from './page.ts'
import { appliedPolicy, policyEvaluation } from './policy-evaluation.ts'
import { trailState } from './trail-state.ts'

/** What a snapshot says of an artifact against the one before (wire.md 15.3). */
export const snapshotChanges = [
  'started-compliant',
  'started-non-compliant',
  'started',
  'unchanged',
  'changed',
  'updated-provenance',
  'exited',
] as const
export const snapshotChange = z.enum(snapshotChanges)
export type SnapshotChange = z.output<typeof snapshotChange>

/** An item of the list of snapshots; `to` is 0 for the current one. */
export const snapshotItem = z.object({
  index: z.int(),
  from: timestamp,
  to: timestamp,
  compliant: z.boolean(),
  /** Null is unknown, which `compliant` cannot say (wire.md 23.5). */
  state: z.nullable(z.boolean()),
  /** Seconds. */
  duration: z.number(),
})
export type SnapshotItem = z.output<typeof snapshotItem>

const deploymentDiff = z.object({
  diff_url: z.nullable(z.string()),
  previous_git_commit: z.string(),
  previous_fingerprint: z.string(),
  previous_artifact_name: z.string(),
  previous_artifact_compliance_state: z.nullable(trailState),
  previous_running: z.boolean(),
  previous_git_commit_url: z.string(),
  previous_trail_name: z.nullable(z.string()),
  previous_template_reference_name: z.nullable(z.string()),
})

const provenance = {
  flow_name: z.string(),
  git_commit: z.string(),
  commit_url: z.string(),
  html_url: z.string(),
  flow_html_url: z.string(),
  deployment_diff: z.nullable(deploymentDiff),
  /** Seconds between the commit and the start. */
  commit_lead_time: z.nullable(z.number()),
}

const flowOfArtifact = z.object({
  ...provenance,
  trail_name: z.nullable(z.string()),
  template_reference_name: z.nullable(z.string()),
  git_commit_info: z.nullable(gitCommitInfo),
  artifact_compliance_in_flow: z.nullable(trailState),
  flow_reasons_for_non_compliance: z.array(z.string()),
})

/** An artifact in a snapshot; one that exited stays in the list once (wire.md 15.3). */
export const snapshotArtifact = z.object({
  name: z.string(),
  fingerprint: z.string(),
  compliant: z.nullable(z.boolean()),
  deployments: z.array(z.unknown()),
  policy_decisions: z.array(policyEvaluation),
  reasons_for_incompliance: z.array(z.string()),
  /** One for each instance. */
  creationTimestamp: z.array(z.int()),
  ...instanceContext,
  annotation: z.object({ type: snapshotChange, was: z.int(), now: z.int() }),
  ...provenance,
  flows: z.array(flowOfArtifact),
  /** In a logical environment: the member that it runs in. */
  environment_name: z.optional(z.string()),
})
export type SnapshotArtifact = z.output<typeof snapshotArtifact>

/** What ran in an environment at a moment (wire.md 15.3). It never changes. */
export const snapshot = z.object({
  index: z.int(),
  is_latest: z.boolean(),
  next_snapshot_timestamp: z.nullable(timestamp),
  artifact_compliance_count: z.object({ true: z.int(), false: z.int(), null: z.int() }),
  timestamp,
  type: environmentType,
  compliant: z.boolean(),
  state: z.nullable(z.boolean()),
  html_url: z.string(),
  artifacts: z.array(snapshotArtifact),
  applied_policies: z.array(appliedPolicy),
  user_id: z.string(),
  user_name: z.string(),
})
export type Snapshot = z.output<typeof snapshot>

export const listSnapshots = endpoint({
  method: 'GET',
  path: '/snapshots/{org}/{env_name}',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    interval: maybe(z.string()),
    reverse: z._default(z.boolean(), false),
  }),
  response: z.array(snapshotItem),
  status: [200],
  summary: 'List the snapshots of an environment, newest first',
  decided: 'wire.md 15',
})

export const getSnapshot = endpoint({
  method: 'GET',
  path: '/snapshots/{org}/{env_name}/{snapshot_expression}',
  access: 'reader',
  response: snapshot,
  status: [200],
  summary: 'Get a snapshot: by index, from the end, or by the time it was in force',
  decided: 'wire.md 15.1',
})
