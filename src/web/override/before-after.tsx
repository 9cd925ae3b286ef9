import { ArrowRight } from 'lucide-react'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { Icon } from '../ui/icon.tsx'
import { VerdictMark, verdictOf } from '../ui/verdict-mark.tsx'
import { VerdictLabel } from '../ui/verdict-word.tsx'

/** What the evidence says, struck through while an override counts, and what that says. */
export function BeforeAfter(props: {
  override: Pick<RegisteredOverride, 'original' | 'new_compliance_status' | 'state'>
  /** In a cell: of the original its mark alone. */
  isShort?: boolean
}) {
  const { original, new_compliance_status, state } = props.override
  const counts = state === 'active' || state === 'expiring'
  return (
    <span
      className={`inline-flex items-center gap-x-2 align-middle ${props.isShort ? '' : 'flex-wrap'}`}
    >
      {props.isShort ? (
        <VerdictMark verdict={verdictOf(original?.is_compliant ?? null)} />
      ) : (
        <Original original={original} isStruck={counts} />
      )}
      <Icon of={ArrowRight} small className="text-muted" />
      <span className="sr-only">overridden as</span>
      <VerdictLabel verdict={verdictOf(new_compliance_status)} />
    </span>
  )
}

function Original(props: { original: RegisteredOverride['original']; isStruck: boolean }) {
  const { original, isStruck } = props
  if (!original) return <span className="text-muted">Nothing reported</span>
  const word = <VerdictLabel verdict={verdictOf(original.is_compliant)} />
  return isStruck ? <del className="[&_span]:line-through">{word}</del> : word
}
