import { ArrowRight } from 'lucide-react'
import type { RegisteredOverride, OverrideState } from '#contract/override/override.ts'
import { counted } from '#domain/common/counted.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'
import { stateLabels } from '#web/domain-ui/override-state-labels.ts'
import { verdictOf, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TimeStamp } from '#web/ui/time.tsx'

/** The state of an override in a word; what waits for somebody stands out. */
export function StateLabel(props: { state: OverrideState }) {
  const { state } = props
  const isLoud = state === 'requested' || state === 'expiring'
  return (
    <span className={isLoud ? 'font-medium text-text' : 'text-muted'}>{stateLabels[state]}</span>
  )
}

/** Of what is over: an end that somebody came before was only meant. */
const endVerbs: Partial<Record<OverrideState, string>> = {
  expired: 'ended',
  withdrawn: 'was to end',
  restored: 'was to end',
  declined: 'was to end',
}

/** When an override ends by itself, or ended; of a request, when it would. */
export function EndsAt(props: {
  override: Pick<RegisteredOverride, 'expires_at' | 'expires_after_days' | 'state' | 'is_request'>
}) {
  const { expires_at, expires_after_days: days, state, is_request } = props.override
  if (days !== null) return <>ends {counted(days, 'day')} after approval</>
  if (expires_at === null) return <>{is_request ? 'never ends' : 'no end'}</>
  return (
    <>
      {endVerbs[state] ?? 'ends'} <TimeStamp at={expires_at} form="stamp" />
    </>
  )
}

/** Evidence's verdict, struck through while an override counts, and the override's. */
export function BeforeAfter(props: {
  override: Pick<RegisteredOverride, 'original' | 'new_compliance_status' | 'state'>
}) {
  const { original, new_compliance_status, state } = props.override
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 align-middle">
      <Original original={original} isStruck={inForceStates.includes(state)} />
      <Icon of={ArrowRight} small className="text-muted" />
      <span className="sr-only">overridden as</span>
      <VerdictLabel verdict={verdictOf(new_compliance_status)} qualifiers={byOverrides(1)} />
    </span>
  )
}

function Original(props: { original: RegisteredOverride['original']; isStruck: boolean }) {
  const { original, isStruck } = props
  if (!original) return <span className="text-muted">Nothing reported</span>
  const label = <VerdictLabel verdict={verdictOf(original.is_compliant)} />
  return isStruck ? <del className="[&_span]:line-through">{label}</del> : label
}
