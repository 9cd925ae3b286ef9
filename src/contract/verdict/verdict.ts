import * as z from 'zod/mini'
import { fingerprint, maybe, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { silentEnvironment } from '#contract/environment/reporting-interval.ts'
import { qualifiers } from './qualifiers.ts'
import { fixPlan } from './fix-plan.ts'
import { artifactNode, artifactReasons, environmentReasons } from './verdict-tree.ts'

/** Short form of a verdict on an artifact. */
const shortVerdict = z.object({
  name: z.string(),
  /** `""` where the reporter could not resolve it. */
  fingerprint: z.string(),
  /** In a logical environment, the member in which it runs. */
  environment_name: z.string(),
  /** Null is unknown: no policy is applied. */
  compliant: z.nullable(z.boolean()),
  reason: z.enum(artifactReasons),
  /** Qualifiers of the verdict. */
  qualifiers,
  /** A sentence for each failing rule. */
  reasons: z.array(z.string()),
  /** Names of the policies that it fails. */
  failing_policies: z.array(z.string()),
})
export type ShortVerdict = z.output<typeof shortVerdict>

/** Maximum number of listed artifacts: of failing ones, and of those that comply by exception. */
export const maxFailing = 100

export const getEnvironmentVerdict = endpoint({
  name: 'getEnvironmentVerdict',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/verdict',
  access: 'reader',
  query: z.object({
    /** A snapshot expression; by default the newest snapshot. */
    snapshot: maybe(z.string()),
  }),
  response: z.object({
    environment_name: z.string(),
    type: environmentType,
    /** Null before the first report. */
    snapshot_index: z.nullable(z.int()),
    evaluated_at: timestamp,
    state: z.nullable(z.boolean()),
    reason: z.enum(environmentReasons),
    /** Why nobody knows whether this still holds; null for older snapshots, too. */
    silence: z.nullable(silentEnvironment),
    /**
     * It, or its members, from which no report came although one was due: what is said of them is the
     * last known, also where a member that reports decides. Empty for older snapshots.
     */
    silent_environments: z.array(z.string()),
    /** Applied policies and their versions. */
    policies: z.array(z.object({ name: z.string(), version: z.int() })),
    counts: z.object({ compliant: z.int(), non_compliant: z.int(), unknown: z.int() }),
    /** The first artifacts that are not compliant. */
    failing: z.array(shortVerdict),
    /** Qualifiers of the state. */
    qualifiers,
    /** Number of artifacts that comply by something else than evidence, and the first of them. */
    qualified_count: z.int(),
    qualified: z.array(shortVerdict),
  }),
})

export const getArtifactVerdict = endpoint({
  name: 'getArtifactVerdict',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/verdict/artifact',
  access: 'reader',
  query: z.object({
    /** Absent where it could not be resolved. */
    fingerprint: maybe(fingerprint),
    /** Selects one of several running names; by default the running name, or that of its build. */
    name: maybe(z.string()),
    /** A snapshot expression, for the recorded verdict; by default it is evaluated now. */
    snapshot: maybe(z.string()),
    /** In a logical environment, the member in which it runs. */
    member: maybe(z.string()),
  }),
  response: z.object({
    environment_name: z.string(),
    /** Null where it was evaluated now. */
    snapshot_index: z.nullable(z.int()),
    verdict: artifactNode,
    /** The recorded artifact evaluated with the evidence of now; null without `snapshot`. */
    compliant_now: z.nullable(z.boolean()),
    /** Additions that would make it comply now; null if it does, or nothing is required. */
    plan: z.nullable(fixPlan),
  }),
})

/** Maximum number of listed results. */
export const maxResults = 1000

/** Maximum number of listed overrides that carry an answer. */
export const maxCarrying = 20

export const canDeploy = endpoint({
  name: 'canDeploy',
  method: 'GET',
  path: '/cairn/{org}/can_i_deploy',
  access: 'reader',
  query: z.object({
    fingerprint: maybe(z.array(fingerprint).check(z.maxLength(50))),
    environment: z.array(z.string()).check(z.minLength(1), z.maxLength(20)),
    /** A full snapshot expression, for everything that ran in that snapshot. */
    snapshot: maybe(z.string()),
  }),
  response: z.object({
    evaluated_at: timestamp,
    /** The worst result; null is unknown: no policy applies. */
    compliant: z.nullable(z.boolean()),
    counts: z.object({ compliant: z.int(), non_compliant: z.int(), unknown: z.int() }),
    /** Qualifiers of the answer. */
    qualifiers,
    /** The overrides among that, 20 at most, the one that ends first first. */
    overrides: z.array(
      z.object({
        override_id: z.string(),
        attestation_name: z.string(),
        flow_name: z.string(),
        trail_name: z.string(),
        created_by: z.string(),
        expires_at: z.nullable(timestamp),
      }),
    ),
    artifacts: z.array(
      z.object({
        fingerprint: z.string(),
        name: z.string(),
        /** Whether a flow holds it, or it was seen running. */
        is_known: z.boolean(),
      }),
    ),
    environments: z.array(
      z.object({
        name: z.string(),
        type: z.nullable(environmentType),
        policies: z.array(z.string()),
        /** Why there is no result for it. */
        problem: z.nullable(z.string()),
      }),
    ),
    /** One for each artifact in each environment, failing ones first, then unknown ones. */
    results: z.array(shortVerdict),
    has_more: z.boolean(),
  }),
})

/** Texts of these endpoints in the API reference. */
export const verdictTexts = {
  getEnvironmentVerdict: {
    summary: 'Get why an environment has its state: the artifacts that fail, and by which policies',
    description:
      'Returns the state, the reason for it, the policies that were applied, counts by verdict, the first 100 artifacts that are not compliant, and the first 100 that comply by an override, the allow-list or an exception of a policy, or were not asked for anything. Without `snapshot` it is the newest one.',
  },
  getArtifactVerdict: {
    summary:
      'Get why an artifact has its verdict in an environment, down to the evidence, and the fix',
    description:
      'Returns a tree of policies, rules, what was looked up and the attestations found, and what would make the artifact compliant. With `snapshot` it is the verdict recorded there; without, the artifact is evaluated now, running or not. Neither fingerprint nor name is 400.',
  },
  canDeploy: {
    summary: 'Tell whether artifacts, or all of a snapshot, would comply in environments',
    description:
      'Evaluates now up to 50 fingerprints, or everything in a snapshot, for up to 20 environments. `compliant` is the worst answer, null if nothing is required. An environment that is unknown has a `problem` and no results; at most 1,000 results are listed.',
  },
} satisfies EndpointTexts
