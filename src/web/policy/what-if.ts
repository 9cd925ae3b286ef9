import type { EffectQuestion } from './queries.ts'
import type { WhatIfAction } from './what-if-search.ts'

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
