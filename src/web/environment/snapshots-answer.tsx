import { useQuery } from '@tanstack/react-query'
import BandCard from './band-card.tsx'
import { bandDays, flipsText, spansOf } from './band-spans.ts'
import { verdictRunsQuery } from './verdict-runs-query.ts'

/** How many snapshots there are and how often the verdict flipped, and when and why it did. */
export default function SnapshotsAnswer(props: {
  org: string
  env: string
  /** "194 snapshots". */
  population: string
}) {
  const { org, env, population } = props
  const { data } = useQuery(verdictRunsQuery(org, [env], bandDays))
  const [history] = data?.environments ?? []
  return (
    <>
      <p className="mb-4 min-h-6 text-lead">
        <b className="font-semibold">{population}.</b>{' '}
        {data && history && flipsText(spansOf(history, data.to))}
      </p>
      <BandCard org={org} env={env} />
    </>
  )
}
