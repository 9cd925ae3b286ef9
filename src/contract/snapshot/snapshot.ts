import * as z from 'zod/mini'
import { gitCommitInfo } from '#contract/common/git.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { instanceContext } from '#contract/environment/environment-report.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { paging } from '#contract/common/pagination.ts'
import { appliedPolicy, policyEvaluation } from '#contract/verdict/policy-evaluation.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'

/** Changes of an artifact since the snapshot before. */
const snapshotChanges = [
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
const snapshotItem = z.object({
  index: z.int(),
  from: timestamp,
  to: timestamp,
  compliant: z.boolean(),
  /** Null is unknown, which `compliant` cannot express. */
  state: z.nullable(z.boolean()),
  /** Qualifiers of the state: of the newest one now, of others when they began; our addition. */
  qualifiers,
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

/** An artifact in a snapshot; one that exited stays in the list once. */
const snapshotArtifact = z.object({
  name: z.string(),
  fingerprint: z.string(),
  compliant: z.nullable(z.boolean()),
  /** Qualifiers of the verdict; our addition. */
  qualifiers,
  deployments: z.array(z.unknown()),
  policy_decisions: z.array(policyEvaluation),
  reasons_for_incompliance: z.array(z.string()),
  /** Start of each instance. */
  creationTimestamp: z.array(z.int()),
  ...instanceContext,
  annotation: z.object({ type: snapshotChange, was: z.int(), now: z.int() }),
  ...provenance,
  flows: z.array(flowOfArtifact),
  /** In a logical environment, the member in which it runs. */
  environment_name: z.optional(z.string()),
})
export type SnapshotArtifact = z.output<typeof snapshotArtifact>

/** Artifacts that ran in an environment at one time. It never changes. */
const snapshot = z.object({
  index: z.int(),
  is_latest: z.boolean(),
  next_snapshot_timestamp: z.nullable(timestamp),
  artifact_compliance_count: z.object({ true: z.int(), false: z.int(), null: z.int() }),
  timestamp,
  type: environmentType,
  compliant: z.boolean(),
  state: z.nullable(z.boolean()),
  /** Qualifiers of the state: of the newest one now, of others when they began; our addition. */
  qualifiers,
  html_url: z.string(),
  artifacts: z.array(snapshotArtifact),
  applied_policies: z.array(appliedPolicy),
  user_id: z.string(),
  user_name: z.string(),
})
export type Snapshot = z.output<typeof snapshot>

export const listSnapshots = endpoint({
  name: 'listSnapshots',
  method: 'GET',
  path: '/snapshots/{org}/{env_name}',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    interval: maybe(z.string()),
    reverse: z._default(z.boolean(), false),
  }),
  response: z.array(snapshotItem),
})

export const getSnapshot = endpoint({
  name: 'getSnapshot',
  method: 'GET',
  path: '/snapshots/{org}/{env_name}/{snapshot_expression}',
  access: 'reader',
  response: snapshot,
})

/** Texts of these endpoints in the API reference. */
export const snapshotTexts = {
  listSnapshots: {
    summary: 'List the snapshots of an environment, newest first',
    description:
      'Returns an array without totals, 15 snapshots a page unless `per_page` says otherwise. `interval` is `A..B`, in either order and cut to what exists; one that lies beyond the newest snapshot gives an empty list. `to` is 0 for the snapshot in force, whose duration runs until now.',
  },
  getSnapshot: {
    summary: 'Get a snapshot: by index, from the end, or by the time it was in force',
    description:
      'Returns every artifact with its verdict, the policy decisions, reasons and provenance as they were recorded; a snapshot never changes. `snapshot_expression` is an index, `-1`, `~2`, or a time such as `@{2.weeks.ago}`. An index that does not exist is 404, and the message says how many there are.',
  },
} satisfies EndpointTexts
