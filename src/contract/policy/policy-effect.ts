import * as z from 'zod/mini'
import { fingerprint, label, maybe, timestamp } from '#contract/common/fields.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { ruleTypes } from '#contract/verdict/policy-evaluation.ts'
import { maxPolicy } from './policy-page.ts'
import { draftProblem } from '#contract/template/template-version.ts'
import { artifactReasons } from '#contract/verdict/verdict-tree.ts'

/** Environments that one question is about at most. */
export const maxEnvironments = 50

/** Artifacts that one question judges at most; what runs in its first environment always. */
export const maxJudged = 10_000

/** Flips that an answer lists at most; it counts them all. */
export const maxFlips = 200

/** Why an environment would stand as it stands, and everything in it. */
export const standstills = [
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

/** What the change would do to one environment. */
const environmentEffect = z.object({
  name: z.string(),
  /** Why there is no answer for it: it is logical, or too much runs in it beside the others. */
  problem: z.nullable(z.string()),
  state: both(compliant),
  /** Null where something changes. */
  standstill: z.nullable(z.enum(standstills)),
  /** What runs now, by verdict. */
  running: both(counts),
  /** Of what runs now. */
  flip_count: z.int(),
  /** Of what ran in the snapshots, and does not run now. */
  past_flip_count: z.int(),
  /** The snapshots that were judged again, by what is known now; null before the first report. */
  snapshots: z.nullable(z.object({ first: z.int(), last: z.int() })),
  /** Since the first of them began: all UTC days, and those with non-compliant time. */
  days: z.object({ covered: z.int(), red: both(z.int()) }),
})
export type EnvironmentEffect = z.output<typeof environmentEffect>

/** A rule that decides flips. */
const decidingRule = z.object({
  policy_name: z.string(),
  /** A draft has the number that it would be saved as. */
  policy_version: z.int(),
  type: z.enum(ruleTypes),
  /** In words. */
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
  /** Of the verdict that it would have. */
  reason: z.enum(artifactReasons),
  /** Places in `rules`: those that it would fail, or does not fail any more. */
  rules: z.array(z.int()),
})
export type PolicyFlip = z.output<typeof flip>

export const previewPolicyEffect = endpoint({
  method: 'POST',
  path: '/cairn/{org}/policy_effect',
  access: 'reader',
  body: {
    kind: 'json',
    schema: z.object({
      /** `save` gives the one that is named another version, wherever it is attached. */
      action: z.enum(['attach', 'detach', 'save']),
      policy_names: z.array(label).check(z.minLength(1), z.maxLength(20)),
      /** What to save; or to attach in place of the newest version, of a policy not yet made too. */
      policy_yaml: maybe(z.string().check(z.maxLength(maxPolicy))),
      /** Left out: where any of the policies is attached. */
      environments: maybe(z.array(label).check(z.maxLength(maxEnvironments))),
      /** How many of the newest snapshots of each to judge again. */
      snapshots: z._default(z.int().check(z.gte(1), z.lte(100)), 20),
    }),
  },
  response: z.object({
    evaluated_at: timestamp,
    /** Of the draft, the first 50: then there is no more in the answer. */
    problems: z.array(draftProblem),
    environments: z.array(environmentEffect),
    /** Whether the policies are attached to more than these. */
    has_more_environments: z.boolean(),
    /** Those that decide most first. */
    rules: z.array(decidingRule),
    /** What runs now first, and of that what would fail. */
    flips: z.array(flip),
    has_more: z.boolean(),
    /** SHA-256 of what was asked and of what was found: give both with the change that follows. */
    input_hash: z.nullable(fingerprint),
    result_hash: z.nullable(fingerprint),
  }),
  status: [200],
  summary: 'Say what attaching, detaching or saving policies would flip; nothing is stored',
  description:
    'Evaluates what runs now and the newest snapshots, 20 of each environment unless `snapshots` says otherwise, as if the change were made, and returns what would get another verdict. At most 50 environments and 200 changed verdicts are listed. The two hashes can be sent with the change to have them recorded.',
})
