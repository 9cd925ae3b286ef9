import { ArrowLeftRight } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'

/** Beside a verdict that an override says: two arrows in outline, named for those who listen. */
export function Overridden() {
  return (
    <span role="img" aria-label="overridden" title="Overridden" className="inline-flex text-muted">
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
