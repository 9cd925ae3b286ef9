import { Clock } from 'lucide-react'
import { isStale } from '#domain/environment/stale-report.ts'
import { Icon } from '#web/ui/icon.tsx'
import { spokenOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'

/** Whether something is stale by now; it turns so while the page is open. */
export const useStale = (stale_at: number | null): boolean => isStale(stale_at, useNow())

/** Follows the verdict of what should have reported; nothing for what is not stale. */
export function StaleSign(props: { at: number | null }) {
  const { at } = props
  if (!useStale(at) || at === null) return null
  return (
    <span
      className="inline-flex shrink-0 items-center gap-1 rounded-tag bg-(image:--hatched) px-1 text-meta text-text"
      title={`Silent for too long: a report was due\n${spokenOf(at)}`}
    >
      <Icon of={Clock} small className="text-muted" />
      stale
    </span>
  )
}
