import * as z from 'zod/mini'
import { fingerprint, label, maybe, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { ruleTypes } from '#contract/verdict/policy-evaluation.ts'
import { maxPolicy } from './policy-page.ts'
import { draftProblem } from '#contract/template/template.ts'
import { artifactReasons } from '#contract/verdict/verdict-tree.ts'

/** Maximum number of environments of one preview. */
export const maxEnvironments = 50

/** Maximum number of artifacts of one preview; its first environment is always evaluated. */
export const maxEvaluated = 10_000

/** Maximum number of flips that a response lists; it counts all. */
export const maxFlips = 200

/** Reasons why nothing would change in an environment. */
const standstills = [
  'attached_already',
  'not_attached',
  'says_the_same',
  'never_reported',
  'same_verdicts',
] as const
export type Standstill = (typeof standstills)[number]

/** Null is unknown. */
const compliant = z.nullable(z.boolean())
const both = <S extends z.ZodMiniType>(schema: S) => z.object({ from: schema, to: schema })
const counts = z.object({ compliant: z.int(), non_compliant: z.int(), unknown: z.int() })

/** Effect of the change on one environment. */
const environmentEffect = z.object({
  name: z.string(),
  /** Why it is not evaluated: it is logical, or too many artifacts run in all environments. */
  problem: z.nullable(z.string()),
  /** Whether a report is overdue there, so that this is of what ran when it was last seen. */
  is_stale: z.boolean(),
  state: both(compliant),
  /** Null where something changes. */
  standstill: z.nullable(z.enum(standstills)),
  /** Running artifacts by verdict. */
  running: both(counts),
  /** Number of running artifacts that flip. */
  flip_count: z.int(),
  /** Number of artifacts that flip of those in the snapshots that no longer run. */
  past_flip_count: z.int(),
  /** Snapshots re-evaluated with the evidence of now; null before the first report. */
  snapshots: z.nullable(z.object({ first: z.int(), last: z.int() })),
  /** Numbers of UTC days since the first snapshot: those not stale throughout, and those with non-compliant time. */
  days: z.object({ covered: z.int(), red: both(z.int()) }),
})
export type EnvironmentEffect = z.output<typeof environmentEffect>

/** A rule that decides flips. */
const decidingRule = z.object({
  policy_name: z.string(),
  /** Of a draft, the version that it would be saved as. */
  policy_version: z.int(),
  type: z.enum(ruleTypes),
  /** The rule in words. */
  text: z.string(),
  /** 1-based line of that version's YAML. */
  line: z.int(),
  flip_count: z.int(),
})

/** An artifact that would have another verdict. */
const flip = z.object({
  environment_name: z.string(),
  name: z.string(),
  fingerprint: z.string(),
  is_running: z.boolean(),
  ...both(compliant).shape,
  /** Reason of the new verdict. */
  reason: z.enum(artifactReasons),
  /** Indexes in `rules` of those that it would fail, or would no longer fail. */
  rules: z.array(z.int()),
})
export type PolicyFlip = z.output<typeof flip>

export const previewPolicyEffect = endpoint({
  name: 'previewPolicyEffect',
  method: 'POST',
  path: '/cairn/{org}/policy_effect',
  access: 'reader',
  body: {
    kind: 'json',
    schema: z.object({
      /** `save` adds a version to the one policy named, wherever it is attached. */
      action: z.enum(['attach', 'detach', 'save']),
      policy_names: z.array(label).check(z.minLength(1), z.maxLength(20)),
      /** Draft to save, or to attach instead of the newest version; the policy need not exist. */
      policy_yaml: maybe(z.string().check(z.maxLength(maxPolicy))),
      /** By default all to which any of the policies is attached. */
      environments: maybe(z.array(label).check(z.maxLength(maxEnvironments))),
      /** Number of newest snapshots of each environment to re-evaluate. */
      snapshots: z._default(z.int().check(z.gte(1), z.lte(100)), 20),
    }),
  },
  response: z.object({
    evaluated_at: timestamp,
    /** The first 50 errors of the draft; if there are any, nothing is evaluated. */
    problems: z.array(draftProblem),
    environments: z.array(environmentEffect),
    /** Whether the policies are attached to more environments. */
    has_more_environments: z.boolean(),
    /** Rules by number of flips, the highest first. */
    rules: z.array(decidingRule),
    /** Running artifacts first, and of these the failing ones. */
    flips: z.array(flip),
    has_more: z.boolean(),
    /** SHA-256 of the request and of the result, to be given with the change that follows. */
    input_hash: z.nullable(fingerprint),
    result_hash: z.nullable(fingerprint),
  }),
})

/** Texts of these endpoints in the API reference. */
export const policyEffectTexts = {
  previewPolicyEffect: {
    summary: 'Preview what attaching, detaching or saving policies would flip; nothing is stored',
    description:
      'Evaluates what runs now and the newest snapshots, 20 of each environment unless `snapshots` says otherwise, as if the change were made, and returns what would get another verdict. At most 50 environments and 200 changed verdicts are listed. The two hashes can be sent with the change to have them recorded.',
  },
} satisfies EndpointTexts
