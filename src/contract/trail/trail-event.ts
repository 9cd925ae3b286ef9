import * as z from 'zod/mini'
import { gitCommitInfo } from '#contract/common/git.ts'

/** A repository as it was at the time of an event. */
const eventRepo = z.object({
  inner_id: z.string(),
  org_id: z.string(),
  repo_id: z.string(),
  name: z.string(),
  url: z.string(),
  provider: z.string(),
  description: z.string(),
  created_at: z.number(),
  last_modified_at: z.number(),
})
export type EventRepo = z.output<typeof eventRepo>

const common = {
  org_id: z.string(),
  flow_id: z.string(),
  trail_id: z.string(),
  timestamp: z.number(),
  git_commit_info: z.optional(z.nullable(gitCommitInfo)),
  repo_info: z.optional(z.nullable(eventRepo)),
}

const reported = {
  ...common,
  setting_user_id: z.string(),
  trail_data_json: z.object({
    org_id: z.string(),
    flow_id: z.string(),
    name: z.string(),
    creating_user_id: z.string(),
    description: z.string(),
    git_commit_info: z.nullable(gitCommitInfo),
    template_id: z.string(),
    origin_url: z.string(),
    user_data: z.string(),
    repo_ids: z.array(z.string()),
  }),
}

const attested = {
  ...common,
  attestation_type: z.string(),
  is_compliant: z.boolean(),
  attestation_id: z.string(),
  template_reference_name: z.string(),
  /** Whether the attestation is an override; our addition. */
  is_override: z.optional(z.boolean()),
  /** Override whose end made the attestation count again; our addition. */
  ended_override_id: z.optional(z.string()),
  end_kind: z.optional(z.string()),
  ended_by: z.optional(z.string()),
}

const stoppedRunning = {
  ...common,
  artifact_fingerprint: z.string(),
  environment_id: z.string(),
  environment_name: z.string(),
  snapshot_index: z.int(),
  template_reference_name: z.string(),
}

/** An event of a trail, with one shape per type. */
export const trailEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('trail_reported'), ...reported }),
  z.object({ type: z.literal('trail_updated'), ...reported, changes: z.array(z.string()) }),
  z.object({ type: z.literal('trail_attestation_reported'), ...attested }),
  z.object({
    type: z.literal('trail_attestation_for_artifact_reported'),
    ...attested,
    target_artifact: z.string(),
  }),
  z.object({
    type: z.literal('artifact_creation_reported'),
    ...common,
    artifact_fingerprint: z.string(),
    artifact_name: z.string(),
    artifact_id: z.string(),
    template_reference_name: z.string(),
    git_commit: z.string(),
  }),
  z.object({
    type: z.literal('artifact_attestation_reported'),
    ...attested,
    artifact_fingerprint: z.string(),
    artifact_name: z.string(),
    target_artifact: z.string(),
  }),
  z.object({
    type: z.literal('artifact_started_running'),
    ...stoppedRunning,
    replica_number: z.int(),
  }),
  z.object({ type: z.literal('artifact_stopped_running'), ...stoppedRunning }),
])
export type TrailEvent = z.output<typeof trailEvent>
