import * as z from 'zod/mini'
import type { EffectQuestion } from '#web/policy/queries.ts'

/** What the page asks the service; null while something is missing. */
export function questionOf(asked: {
  action: WhatIfAction
  policy: string
  /** Null where it says what the newest version says. */
  draft: string | null
  environment: readonly string[]
  snapshots: number
}): EffectQuestion | null {
  const { action, policy, draft, environment, snapshots } = asked
  if (action === 'save' && draft === null) return null
  if (action === 'attach' && environment.length === 0) return null
  return {
    action,
    policy_names: [policy],
    ...(draft !== null && action !== 'detach' && { policy_yaml: draft }),
    ...(environment.length > 0 && { environments: [...environment] }),
    snapshots,
  }
}

/** What is asked, in the address. */
export const whatIfSearch = z.object({
  action: z._default(z.enum(['save', 'attach', 'detach']), 'save'),
  environment: z.optional(z.array(z.string())),
  /** How many of the newest snapshots of each environment. */
  snapshots: z._default(z.int().check(z.gte(1), z.lte(100)), 20),
})
export type WhatIfAction = z.output<typeof whatIfSearch>['action']
