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

/** Traits of a target type that forms, checks and lists use. */
interface TargetTraits {
  /** A URL that messages are posted to, or e-mail addresses. */
  address: 'webhook' | 'email'
  /** Whether it is sent Cairn's own payload, which has a version and a signature. */
  isSigned: boolean
}

/** Traits of each target type. */
export const targetTraits: Readonly<Record<TargetType, TargetTraits>> = {
  SLACK: { address: 'webhook', isSigned: false },
  WEBHOOK: { address: 'webhook', isSigned: true },
  EMAIL: { address: 'email', isSigned: false },
}

/** Frequencies of digests; `none` sends each event at once. */
export const digests = ['none', 'hourly', 'daily'] as const
export type Digest = (typeof digests)[number]
