import type { OverrideState } from '#contract/override/override.ts'

/** States of an exception in force. */
export const inForceStates: readonly OverrideState[] = ['active', 'expiring']

/** States of an exception that has not ended: it is in force, or would be but for a later one. */
export const standingStates: readonly OverrideState[] = [...inForceStates, 'replaced']
