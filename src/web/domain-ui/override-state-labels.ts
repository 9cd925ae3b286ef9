import type { OverrideState } from '#contract/override/override.ts'

/** States of an override as people read them. */
export const stateLabels: Record<OverrideState, string> = {
  active: 'Active',
  expiring: 'Expiring',
  replaced: 'Replaced',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  restored: 'Withdrawn by another',
  requested: 'Requested',
  declined: 'Declined',
}
