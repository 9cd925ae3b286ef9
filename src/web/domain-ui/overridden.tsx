import { ArrowLeftRight } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import { verdictOf, verdicts } from './verdict.tsx'

/** Beside a verdict that an override says: two arrows in outline, named for those who listen. */
export function Overridden(props: {
  /** What was reported, where that is known. */
  reported?: boolean | null
}) {
  const { reported } = props
  const original =
    reported == null ? '' : `, reported ${verdicts[verdictOf(reported)].label.toLowerCase()}`
  return (
    <span
      role="img"
      aria-label={`overridden${original}`}
      title={`Overridden${original}`}
      className="inline-flex text-muted"
    >
      <Icon of={ArrowLeftRight} small />
    </span>
  )
}

/** Says of slots that all comply what that rests on: "Compliant by override of container-scan". */
export function healthOf(overridden: readonly string[]): string {
  const [first, ...others] = overridden
  if (first === undefined) return 'Nothing is wrong'
  return `Compliant by override of ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}
