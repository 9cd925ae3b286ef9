import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QualifiedVerdict } from '#domain/verdict/qualified-verdict.ts'
import { Icon } from '#web/ui/icon.tsx'
import { QualifiedMark } from './qualified-mark.tsx'

/** A verdict that was another one before; its row has an edge in the color of the new one. */
export function VerdictFlip(props: {
  from: QualifiedVerdict
  to: QualifiedVerdict
  children: ReactNode
}) {
  const { to } = props
  return (
    <span
      data-verdict-cell
      data-flip={to.isStale ? 'stale' : to.verdict}
      className="flex min-w-0 items-center gap-1.5"
    >
      <QualifiedMark {...props.from} size={12} />
      <Icon of={ArrowRight} small className="text-muted" />
      <span className="sr-only">became</span>
      {props.children}
    </span>
  )
}
