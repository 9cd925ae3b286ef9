import { useQuery } from '@tanstack/react-query'
import type { ChartLink, ChartMarker } from '#web/chart/axis-data.ts'
import { bandDays } from './band-spans.ts'
import { verdictRunsQuery } from './verdict-runs-query.ts'

/**
 * Policies whose attachment made an environment's verdict flip, as lines of a chart that lead to
 * them; `at` is in Unix seconds.
 */
export function useAttachments(org: string, env: string): ChartMarker[] {
  const { data } = useQuery(verdictRunsQuery(org, [env], bandDays))
  const runs = data?.environments[0]?.runs ?? []
  return runs.flatMap(({ from, cause }) => {
    const policy = cause?.attached?.[0]
    if (policy === undefined) return []
    const link: ChartLink = { to: '/$org/policies/$policy', params: { org, policy } }
    return { at: from, label: `${policy} attached`, link }
  })
}
