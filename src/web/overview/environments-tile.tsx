import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import type { EnvironmentVerdict } from '#contract/environment/environment.ts'
import { Icon } from '../ui/icon.tsx'
import { VerdictMark } from '../ui/verdict-mark.tsx'
import { type OverviewSearch, overviewQuery } from './queries.ts'
import { emptyTile, footLinkClass, Tile } from './tile.tsx'

/** How environments stand, each figure the way to the list of those. */
export function EnvironmentsTile({ org, search }: { org: string; search: OverviewSearch }) {
  const query = useQuery(overviewQuery(org, search))
  if (!query.data) return emptyTile('Environments', query)
  const { compliant, non_compliant, unknown, stale } = query.data.environments
  const { silent_count } = query.data
  const listed = (narrowing: object): LinkProps => ({
    to: '/$org/environments',
    params: { org },
    search: { ...narrowing, ...(search.tag?.length && { tag: search.tag }) },
  })
  const list = (verdict: EnvironmentVerdict) => listed({ verdict: [verdict] })
  return (
    <Tile
      label="Environments"
      figure={
        <Link {...list('NON-COMPLIANT')} className="text-text no-underline hover:underline">
          {non_compliant}
        </Link>
      }
      of={`of ${compliant + non_compliant + unknown + stale} non-compliant`}
    >
      <Link {...list('UNKNOWN')} className={footLinkClass}>
        <VerdictMark verdict="unknown" size={12} silent />
        {unknown} unknown
      </Link>
      <Link
        {...listed({ verdict: ['COMPLIANT'], ...(stale > 0 && { stale: false }) })}
        className={footLinkClass}
      >
        <VerdictMark verdict="compliant" size={12} silent />
        {compliant} compliant
      </Link>
      {silent_count > 0 && (
        <Link {...listed({ stale: true })} className={footLinkClass}>
          <Icon of={Clock} small />
          {silent_count} stale
        </Link>
      )}
    </Tile>
  )
}
