import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { trailsOf } from '#domain/common/days.ts'
import { percentOf } from '#domain/common/statistics.ts'
import { flowStatisticsQuery } from './statistics-queries.ts'

const days = 30

/** "91 % of 43 trails compliant, 30 days", leading to those trails. */
export function PassRate(props: { org: string; flow: string }) {
  const { org, flow } = props
  const { data } = useQuery(flowStatisticsQuery(org, flow, days))
  if (!data) return <span>– compliant, {days} days</span>
  const all = trailsOf(data.totals)
  if (all === 0) return <span>no trail in {days} days</span>
  return (
    <Link
      to="/$org/flows/$flow/trails"
      params={{ org, flow }}
      search={{ range: `${days}d` }}
      className="hover:underline"
    >
      <span className="font-medium text-text">{percentOf(data.totals.compliant, all)} %</span> of{' '}
      {all} {all === 1 ? 'trail' : 'trails'} compliant, {days} days
    </Link>
  )
}
