import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { plural } from '../ui/plural.ts'
import { type OverviewSearch, overviewQuery } from './queries.ts'
import { SplitFigure } from './split-figure.tsx'
import { emptyTile, Tile } from './tile.tsx'

/** How much of what runs is not compliant, by environment. */
export function ArtifactsTile({ org, search }: { org: string; search: OverviewSearch }) {
  const query = useQuery(overviewQuery(org, search))
  if (!query.data) return emptyTile('Running artifacts', query)
  const { running, attention } = query.data
  const places = attention
    .filter(({ type }) => type !== 'logical')
    .map((row) => ({
      name: row.environment_name,
      count: row.non_compliant_count,
      link: {
        to: '/$org/environments/$env/running',
        params: { org, env: row.environment_name },
        search: { verdict: ['NON-COMPLIANT'] },
      } as LinkProps,
    }))
  return (
    <Tile
      label="Running artifacts"
      figure={
        <SplitFigure label="Non-compliant artifacts, by environment" places={places}>
          {running.non_compliant}
        </SplitFigure>
      }
      of={`of ${running.compliant + running.non_compliant + running.unknown + running.stale} non-compliant`}
    >
      {places.length > 0 && `in ${plural(places.length, 'environment')}`}
    </Tile>
  )
}
