import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { rangeLabels } from '../table/time-range.ts'
import { type Verdict, VerdictMark } from '../ui/verdict-mark.tsx'
import { type OverviewSearch, recentTrailsQuery } from './queries.ts'
import { type Share, SplitFigure, total } from './split-figure.tsx'
import { emptyTile, Tile } from './tile.tsx'

const troubles: readonly { verdict: Verdict; states: TrailState[]; word: string }[] = [
  { verdict: 'non-compliant', states: ['NON-COMPLIANT'], word: 'non-compliant' },
  { verdict: 'incomplete', states: ['INCOMPLETE'], word: 'incomplete' },
]

/** How many trails that began lately need work, by flow. */
export function TrailsTile({ org, search }: { org: string; search: OverviewSearch }) {
  const range = search.range ?? '7d'
  const query = useQuery(recentTrailsQuery(org, search))
  const label = `Trails, ${rangeLabels[range]}`
  if (!query.data) return emptyTile(label, query)
  const { flows } = query.data
  const placesOf = (states: TrailState[]): Share[] =>
    flows
      .map((flow) => ({
        name: flow.flow_name,
        count:
          (states.includes('NON-COMPLIANT') ? flow.non_compliant : 0) +
          (states.includes('INCOMPLETE') ? flow.incomplete : 0),
        link: {
          to: '/$org/flows/$flow/trails',
          params: { org, flow: flow.flow_name },
          search: { range, verdict: states },
        } as LinkProps,
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
  const all = flows.reduce(
    (sum, flow) => sum + flow.compliant + flow.non_compliant + flow.incomplete,
    0,
  )
  const open = placesOf(['NON-COMPLIANT', 'INCOMPLETE'])
  return (
    <Tile
      label={label}
      figure={
        <SplitFigure label="Trails that need work, by flow" places={open}>
          {total(open)}
        </SplitFigure>
      }
      of={`of ${all} need work`}
    >
      {troubles.map(({ verdict, states, word }) => {
        const places = placesOf(states)
        return (
          <SplitFigure key={word} label={`Trails ${word}, by flow`} places={places}>
            <VerdictMark verdict={verdict} size={12} silent />
            {total(places)} {word}
          </SplitFigure>
        )
      })}
    </Tile>
  )
}
