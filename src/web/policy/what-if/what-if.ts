import * as z from 'zod/mini'
import { environmentType } from '#contract/environment/environment-type.ts'
import type { EffectQuestion } from '#web/policy/queries.ts'

/** Question to the service; null while something is missing. */
export function questionOf(question: {
  action: WhatIfAction
  policy: string
  /** Null where it says what the newest version says. */
  draft: string | null
  /** Null while those that fit are looked up. */
  environments: readonly string[] | null
  /** Whether any is chosen; else it is about all where the policy is attached. */
  isChosen: boolean
  snapshots: number
}): EffectQuestion | null {
  const { action, policy, draft, environments, isChosen, snapshots } = question
  if (action === 'save' && draft === null) return null
  if (environments === null) return null
  if ((isChosen || action === 'attach') && environments.length === 0) return null
  return {
    action,
    policy_names: [policy],
    ...(draft !== null && action !== 'detach' && { policy_yaml: draft }),
    ...(isChosen && { environments: [...environments] }),
    snapshots,
  }
}

/** The question, in the address. */
export const whatIfSearch = z.object({
  action: z._default(z.enum(['save', 'attach', 'detach']), 'save'),
  environment: z.optional(z.array(z.string())),
  /** Environments by what they are, beside those by name. */
  tag: z.optional(z.array(z.string())),
  type: z.optional(z.array(environmentType)),
  name_pattern: z.optional(z.string()),
  /** How many of the newest snapshots of each environment. */
  snapshots: z._default(z.int().check(z.gte(1), z.lte(100)), 20),
})
export type WhatIfAction = z.output<typeof whatIfSearch>['action']
