import type { KeyState, KeySummary } from '#contract/api-key/api-key.ts'
import { timeOfDay } from '#web/ui/time-text.ts'
import { TimeAgo } from '#web/ui/time.tsx'

/** States as people read them. */
export const stateLabels: Record<KeyState, string> = {
  active: 'Active',
  expiring: 'Expires soon',
  rotating: 'Rotating',
  unused: 'Unused for 90 days',
  expired: 'Expired',
  revoked: 'Revoked',
}

/** Whether a key opens anything. */
export const isWorking = ({ state }: { state: KeyState }) =>
  state !== 'expired' && state !== 'revoked'

/** When a key stops or stopped to work by itself, at the latest; null for never. */
export function endOf({ expires_at, grace_ends_at }: KeySummary): number | null {
  const ends = [expires_at, grace_ends_at].filter((at) => at !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}

/** Name of a key: its label, else how it begins. */
export const labelOf = ({ description, prefix, id }: KeySummary) => description || prefix || id

/** Lifetimes to choose from, in days; 0 is for ever. */
export const lifetimes = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'A year' },
  { days: 0, label: 'Never expires' },
] as const

/** When a key of a lifetime expires; 0 for never. */
export const expiryIn = (days: number, now: number) =>
  days === 0 ? 0 : Math.floor(now) + days * 24 * 3600

/** Hours that an old key still works, to choose from. */
export const graces = [
  { hours: 0, label: 'stops at once' },
  { hours: 1, label: 'works for another hour' },
  { hours: 24, label: 'works for another 24 hours, suggested' },
  { hours: 72, label: 'works for another 3 days' },
  { hours: 168, label: 'works for another 7 days' },
] as const

/**
 * When a key was last used, as far as the page knows: what was used since is not known.
 * @param asOf Unix seconds at which the service was asked
 */
export function LastUse(props: { of: KeySummary; asOf: number }) {
  const { last_used_at, last_address, prefix } = props.of
  return (
    <>
      {prefix !== null && (
        <>
          It begins with <code className="font-mono text-code">{prefix}</code>.{' '}
        </>
      )}
      {last_used_at === null ? (
        `It was not used up to ${timeOfDay(props.asOf)}.`
      ) : (
        <>
          It was last used <TimeAgo at={last_used_at} suffix />
          {last_address && ` from ${last_address}`}.
        </>
      )}
    </>
  )
}
