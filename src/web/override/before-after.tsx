import { ArrowRight } from 'lucide-react'
import type { RegisteredOverride } from '#contract/override.ts'
import { Icon } from '../ui/icon.tsx'
import { verdictOf } from '../ui/verdict-mark.tsx'
import { VerdictWord } from '../ui/verdict-word.tsx'

/** What the evidence says, struck through while an override counts, and what that says. */
export function BeforeAfter(props: {
  override: Pick<RegisteredOverride, 'original' | 'new_compliance_status' | 'state'>
}) {
  const { original, new_compliance_status, state } = props.override
  const counts = state === 'active' || state === 'expiring'
  const before = original ? (
    <VerdictWord verdict={verdictOf(original.is_compliant)} />
  ) : (
    <span className="text-muted">Nothing reported</span>
  )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {counts && original ? <del className="[&_span]:line-through">{before}</del> : before}
      <Icon of={ArrowRight} small className="text-muted" />
      <span className="sr-only">overridden as</span>
      <VerdictWord verdict={verdictOf(new_compliance_status)} />
    </span>
  )
}
