import type { RegisteredOverride, OverrideState } from '#contract/override/override.ts'
import { plural } from '../ui/plural.ts'
import { TimeStamp } from '../ui/time.tsx'

/** States as people read them. */
export const stateLabels: Record<OverrideState, string> = {
  active: 'Active',
  expiring: 'Expiring',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  restored: 'Restored',
  requested: 'Requested',
  declined: 'Declined',
}

/** The state of an override in a word; what waits for somebody stands out. */
export function StateLabel(props: { state: OverrideState }) {
  const { state } = props
  const isLoud = state === 'requested' || state === 'expiring'
  return (
    <span className={isLoud ? 'font-medium text-text' : 'text-muted'}>{stateLabels[state]}</span>
  )
}

/** When an override ends by itself, or ended; of a request, when it would. */
export function EndsAt(props: {
  override: Pick<RegisteredOverride, 'expires_at' | 'expires_after_days' | 'state' | 'is_request'>
}) {
  const { expires_at, expires_after_days: days, state, is_request } = props.override
  if (days !== null) return <>ends {plural(days, 'day')} after approval</>
  if (expires_at === null) return <>{is_request ? 'never ends' : 'no end'}</>
  const verb = state === 'expired' ? 'ended' : 'ends'
  return (
    <>
      {verb} <TimeStamp at={expires_at} form="stamp" />
    </>
  )
}
