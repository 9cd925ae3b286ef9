import { ArrowRight } from 'lucide-react'
import { Icon } from './icon.tsx'
import type { Verdict } from './verdict-mark.tsx'
import { VerdictLabel } from './verdict-word.tsx'

/** A verdict, and the one that would take its place. */
export function VerdictStep(props: { from: Verdict; to: Verdict }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <VerdictLabel verdict={props.from} />
      <Icon of={ArrowRight} small className="text-muted" />
      <span className="sr-only">would be</span>
      <VerdictLabel verdict={props.to} />
    </span>
  )
}
