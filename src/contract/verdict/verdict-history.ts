import * as z from 'zod/mini'
import { type EndpointTexts, endpoint } from '#contract/common/endpoint.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { silence } from '#contract/environment/reporting-interval.ts'

/** Kinds of causes of a changed verdict. */
const causeKinds = [
  'report',
  'artifact',
  'attestation',
  'override',
  'override_end',
  'trail',
  'policy_version',
  'attachment',
  'allow_list',
  'flow',
] as const

const maybeText = z.optional(z.string())

/** Cause of a changed verdict, with author and time; fields depend on the kind. */
export const verdictCause = z.object({
  kind: z.enum(causeKinds),
  by: z.string(),
  by_id: z.string(),
  at: timestamp,
  /** For an artifact, an attestation, a trail with another template, or a flow's tags and name. */
  flow_name: maybeText,
  trail_name: maybeText,
  attestation_id: maybeText,
  attestation_name: maybeText,
  /** Who requested an override that `by` approved. */
  requested_by: maybeText,
  /** Kind of the end of an override. */
  end_kind: maybeText,
  fingerprint: maybeText,
  /** For a new version, or a policy attached or detached. */
  policy_name: maybeText,
  policy_version: z.optional(z.int()),
  attached: z.optional(z.array(z.string())),
  detached: z.optional(z.array(z.string())),
  /** For the allow-list: whether the artifact is on it from now on. */
  is_allowed: z.optional(z.boolean()),
  /** For the allow-list: whether the entry expired. */
  is_expired: z.optional(z.boolean()),
})
export type VerdictCause = z.output<typeof verdictCause>

/** Maximum number of listed runs of an environment: the newest ones. */
export const maxRunsEach = 200

/** History of an environment's verdict; a run ends where the next begins. */
const environmentRuns = z.object({
  name: z.string(),
  type: environmentType,
  /** Oldest first; the first may have begun before the window. */
  runs: z.array(
    z.object({
      /** Null is unknown. */
      state: z.nullable(z.boolean()),
      from: timestamp,
      snapshot_index: z.int(),
      /** Cause of the run's start; null for a report. */
      cause: z.nullable(verdictCause),
      /** The artifact that began to fail or exited with that report; null where none did. */
      artifact_name: z.nullable(z.string()),
    }),
  ),
  /**
   * When it was silent, oldest first; of a logical one, when one was that was a member then. What was
   * last known does not hold then.
   */
  silences: z.array(silence),
  /**
   * Of a logical one, when every member that failed was silent, oldest first: only then what it shows
   * as failing does not hold. Null for others.
   */
  failure_silences: z.nullable(z.array(z.object({ from: timestamp, to: timestamp }))),
  /** When it was carried by exceptions, oldest first: overrides, the allow-list, or policies' own. */
  exceptions: z.array(z.object({ from: timestamp, to: z.nullable(timestamp) })),
})

export const listVerdictRuns = endpoint({
  name: 'listVerdictRuns',
  method: 'GET',
  path: '/cairn/{org}/verdict_runs',
  access: 'reader',
  query: z.object({
    /** Names of environments; by default all active ones. */
    environment: maybe(z.array(z.string())),
    from: maybe(timestamp),
    to: maybe(timestamp),
  }),
  response: z.object({
    from: timestamp,
    to: timestamp,
    environments: z.array(environmentRuns),
  }),
})

/** Numbers of records of one UTC day, by verdict. */
export const verdictDay = z.object({
  /** Unix seconds of the day's start. */
  day: timestamp,
  compliant: z.int(),
  non_compliant: z.int(),
})
export type VerdictDay = z.output<typeof verdictDay>

/** Texts of these endpoints in the API reference. */
export const verdictHistoryTexts = {
  listVerdictRuns: {
    summary: 'List how verdicts of environments went: 30 days up to now, or a window to 400 days',
    description:
      'Returns for each environment the periods in which it was compliant, non-compliant or unknown, with the cause of each change, and when no report came though one was due; at most 200 of each for an environment.',
  },
} satisfies EndpointTexts
