/** Triggers of notifications (specification 6). */
export const triggers = [
  'ON_STARTED_ARTIFACT',
  'ON_EXITED_ARTIFACT',
  'ON_SCALED_ARTIFACT',
  'ON_ALLOWED_ARTIFACT',
  'ON_NON_COMPLIANT_ENV',
  'ON_COMPLIANT_ENV',
] as const
export type Trigger = (typeof triggers)[number]

export const targetTypes = ['SLACK', 'WEBHOOK', 'EMAIL'] as const
export type TargetType = (typeof targetTypes)[number]

/** Frequencies of digests; `none` sends each event at once. */
export const digests = ['none', 'hourly', 'daily'] as const
export type Digest = (typeof digests)[number]
