import { type LucideIcon, Check, Clock, Merge, Moon } from 'lucide-react'
import type {
  DeliveryKind,
  DeliveryState,
  DeliverySummary,
} from '#contract/notification/delivery.ts'
import { counted } from '#domain/common/counted.ts'
import { triggerLabels } from '#web/notification/labels.ts'
import { Icon } from '#web/ui/icon.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/** Label of a state of a message, and its sign; that of trouble is the triangle. */
export const stateLabels: Record<DeliveryState, { label: string; icon: LucideIcon | null }> = {
  delivered: { label: 'Delivered', icon: Check },
  waiting: { label: 'Waiting', icon: Clock },
  failed: { label: 'Given up', icon: null },
  held: { label: 'Held', icon: Clock },
  merged: { label: 'Merged', icon: Merge },
  gathered: { label: 'In a digest', icon: Merge },
  muted: { label: 'Muted', icon: Moon },
}

/** States as they are known; texts of an address that are none are left out. */
export const statesIn = (texts: readonly string[] = []): DeliveryState[] =>
  (Object.keys(stateLabels) as DeliveryState[]).filter((state) => texts.includes(state))

/** Label of a kind of message, where it is not an event's own. */
export const kindLabels: Record<DeliveryKind, string> = {
  event: '',
  digest: 'digest',
  test: 'test',
  again: 'sent again',
}

/** Sign and label of a message's state: one that failed so far is trouble, too. */
export function StateLabel(props: { of: Pick<DeliverySummary, 'state' | 'attempt_count'> }) {
  const { state, attempt_count: attempts } = props.of
  const { label, icon } = stateLabels[state]
  const isRetried = state === 'waiting' && attempts > 0
  const isTrouble = icon === null || isRetried
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-top whitespace-nowrap ${
        isTrouble ? 'font-medium' : ''
      }`}
    >
      {icon && !isRetried ? <Icon of={icon} small /> : <WarningSign className="size-3.5" />}
      {isRetried ? 'Retrying' : label}
    </span>
  )
}

/** Title of a delivery by its content: "prod becomes non-compliant", "api:1 starts in prod". */
export function deliveryTitle({ event, event_count, kind }: DeliverySummary): string {
  if (event) {
    const { trigger, environment, artifact_name: artifact } = event
    const { says } = triggerLabels[trigger]
    return artifact ? `${artifact} ${says} in ${environment}` : `${environment} ${says}`
  }
  if (event_count !== null) return `${counted(event_count, 'event')} in a digest`
  return kind === 'test' ? 'A test' : 'A message'
}
