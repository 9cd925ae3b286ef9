import { isStale } from '#domain/environment/stale-report.ts'
import { useNow } from '#web/ui/time.tsx'

/** Whether something is stale by now; it turns so while the page is open. */
export const useStale = (stale_at: number | null): boolean => isStale(stale_at, useNow())
