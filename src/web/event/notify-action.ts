import { useNavigate } from '@tanstack/react-router'
import { BellPlus } from 'lucide-react'
import { type Trigger, triggers } from '#contract/notification/notification-types.ts'
import { useRefusal } from '#web/api/permission.ts'
import type { LogFilters } from './queries.ts'

/** Triggers of what a log is narrowed to; none where a rule may begin with the usual ones. */
function triggersOf({ event, flips, verdict }: LogFilters): Trigger[] {
  const wanted: Record<Trigger, boolean | undefined> = {
    ON_STARTED_ARTIFACT: event?.includes('started'),
    ON_EXITED_ARTIFACT: event?.includes('exited'),
    ON_SCALED_ARTIFACT: event?.includes('scaled'),
    ON_ALLOWED_ARTIFACT: false,
    ON_NON_COMPLIANT_ENV: flips && verdict?.includes('NON-COMPLIANT'),
    ON_COMPLIANT_ENV: flips && verdict?.includes('COMPLIANT'),
  }
  return triggers.filter((trigger) => wanted[trigger])
}

/**
 * The action that begins a rule for what a log shows, for those who may make one: with the
 * environments that it is narrowed to, and what happens there.
 */
export function useNotifyAction(org: string, filters: LogFilters) {
  const refusal = useRefusal('member')
  const navigate = useNavigate()
  if (refusal !== null) return []
  const begin = () =>
    void navigate({
      to: '/$org/settings/notifications/new',
      params: { org },
      search: { environment: filters.environment ?? [], trigger: triggersOf(filters) },
    })
  return [{ icon: BellPlus, label: 'Notify me of these', hint: '', run: begin }]
}
