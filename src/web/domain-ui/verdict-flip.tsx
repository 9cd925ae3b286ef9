import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type QualifiedVerdict, isPlain, verdictText } from '#domain/verdict/qualified-verdict.ts'
import { Icon } from '#web/ui/icon.tsx'
import { VerdictMark } from './verdict.tsx'

/** The mark of a verdict where no word stands beside it: hollow where more is to be said, and named by it. */
export function QualifiedMark({ size = 14, ...qualified }: QualifiedVerdict & { size?: 12 | 14 }) {
  const label = verdictText(qualified)
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex">
      <VerdictMark
        verdict={qualified.verdict}
        size={size}
        silent
        isStale={qualified.isStale}
        isQualified={!isPlain(qualified)}
      />
    </span>
  )
}

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
