import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { silence } from '#contract/environment/reporting-interval.ts'

/** Environments with the snapshot in which an artifact started or exited there. */
export const runningIn = z.array(
  z.object({ environment_name: z.string(), snapshot_index: z.int() }),
)

/** Environments where an artifact runs now, by their last reports. */
export const runningInNow = z.array(
  z.object({
    environment_name: z.string(),
    /** The snapshot in which it started there. */
    snapshot_index: z.int(),
    /** When it becomes stale without another report; null for never. */
    stale_at: z.nullable(timestamp),
  }),
)

/** An artifact without provenance: only seen running. */
export const seenArtifact = z.object({
  fingerprint: z.string(),
  name: z.string(),
  running: runningIn,
  exited: runningIn,
})
export type SeenArtifact = z.output<typeof seenArtifact>

/** A period in which an artifact ran in an environment without a gap. */
const runningPeriod = z.object({
  /** The snapshots in which it started and in which it exited; null while it runs. */
  started_index: z.int(),
  exited_index: z.nullable(z.int()),
  started_at: timestamp,
  exited_at: z.nullable(timestamp),
})
export type RunningPeriod = z.output<typeof runningPeriod>

/** A verdict on an artifact in an environment, for a range of snapshots. */
const recordedVerdict = z.object({
  /** First snapshot of the range. */
  from_index: z.int(),
  /** Snapshot that ended the range; null while the verdict holds. */
  to_index: z.nullable(z.int()),
  evaluated_at: timestamp,
  compliant: z.boolean(),
  /** Whether it is on the allow-list: then it complies, whatever its policies say. */
  is_allowed: z.boolean(),
  /** Qualifiers of the verdict. */
  qualifiers,
  /** Names of the policies that it fails. */
  failing_policies: z.array(z.string()),
})
export type RecordedVerdict = z.output<typeof recordedVerdict>

/** Where an artifact runs or ran. */
const environmentOfArtifact = z.object({
  environment_name: z.string(),
  environment_type: environmentType,
  /** Names under which it ran, newest first. */
  names: z.array(z.string()),
  is_running: z.boolean(),
  /** The newest periods, oldest first. */
  periods: z.array(runningPeriod),
  /** The newest verdicts, oldest first; a snapshot without one is unknown. */
  verdicts: z.array(recordedVerdict),
  /** When it becomes stale without another report; null for never. */
  stale_at: z.nullable(timestamp),
  /** When it was silent since the first of the periods, oldest first: nobody knows what ran then. */
  silences: z.array(silence),
})
export type EnvironmentOfArtifact = z.output<typeof environmentOfArtifact>

export const listEnvironmentsOfArtifact = endpoint({
  name: 'listEnvironmentsOfArtifact',
  method: 'GET',
  path: '/cairn/{org}/artifacts/{fingerprint}/environments',
  access: 'reader',
  response: z.object({ environments: z.array(environmentOfArtifact), has_more: z.boolean() }),
})

/** Texts of these endpoints in the API reference. */
export const environmentsOfArtifactTexts = {
  listEnvironmentsOfArtifact: {
    summary: 'List where an artifact runs and ran, the environment it reached first first',
    description:
      'Returns each environment with the periods in which the artifact ran there and its verdict in them, 500 periods at most, and when it was silent, so that they are not known to hold. An artifact that never ran has an empty list.',
  },
} satisfies EndpointTexts
