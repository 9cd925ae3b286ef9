import type { OverrideStanding, RegisteredOverride } from '#contract/override.ts'
import { TimeStamp } from '../ui/time.tsx'

/** States as people read them. */
export const stateLabels: Record<OverrideStanding, string> = {
  active: 'Active',
  expiring: 'Expiring',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  restored: 'Restored',
  requested: 'Requested',
  declined: 'Declined',
}

/** The state of an override in a word; what waits for somebody stands out. */
export function StateWord(props: { state: OverrideStanding }) {
  const { state } = props
  const isLoud = state === 'requested' || state === 'expiring'
  return (
    <span className={isLoud ? 'font-medium text-text' : 'text-muted'}>{stateLabels[state]}</span>
  )
}

/** When an override ends by itself, or ended. */
export function EndsAt(props: { override: Pick<RegisteredOverride, 'expires_at' | 'state'> }) {
  const { expires_at, state } = props.override
  if (expires_at === null) return <>no end</>
  const verb = state === 'expired' ? 'ended' : 'ends'
  return (
    <>
      {verb} <TimeStamp at={expires_at} form="stamp" />
    </>
  )
}
