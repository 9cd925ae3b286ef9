import { type LucideIcon, Braces, CircleDashed } from 'lucide-react'
import { kindOf } from '#contract/attestation/types/kind.ts'
import { Icon } from '#web/ui/icon.tsx'
import { typeForSlot } from '#web/pipeline/report-attestation.ts'
import { kinds } from './kinds.tsx'

/** How a type is shown, as templates or answers name it: `*`, `decision` and `custom:x` too. */
export function lookOf(type: string): { label: string; icon: LucideIcon } {
  if (type === '*') return { label: 'Any type', icon: CircleDashed }
  const kind = kindOf(typeForSlot(type))
  if (kind !== null && kind !== 'custom') return kinds[kind]
  return { label: type.replace(/^custom:/, ''), icon: Braces }
}

/** A type as an icon with its word. */
export function KindLabel(props: { type: string }) {
  const { label, icon } = lookOf(props.type)
  return (
    <span
      className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-top"
      title={props.type}
    >
      <Icon of={icon} small className="shrink-0 text-muted" />
      <span className="truncate">{label}</span>
    </span>
  )
}
