import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArtifactsTile } from './artifacts-tile.tsx'
import { EnvironmentsTile } from './environments-tile.tsx'
import {
  activeOverridesQuery,
  expiringOverridesQuery,
  failingRulesQuery,
  type OverviewSearch,
} from './queries.ts'
import { emptyTile, footLinkClass, Tile } from './tile.tsx'
import { TrailsTile } from './trails-tile.tsx'

/** Figures of the day, each the way to what it counts. */
export function Tiles(props: { org: string; search: OverviewSearch }) {
  return (
    <div className="mb-4 grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-6 md:*:col-span-2 md:[&>:nth-child(-n+2)]:col-span-3 dock:grid-cols-[1.25fr_1.25fr_1fr_1fr_1fr] dock:[&>:nth-child(n)]:col-span-1 print:bg-transparent">
      <EnvironmentsTile {...props} />
      <TrailsTile {...props} />
      <ArtifactsTile {...props} />
      <OverridesTile org={props.org} />
      <NotificationsTile {...props} />
    </div>
  )
}

/** Human decisions against evidence that stand now, of the whole organization. */
function OverridesTile({ org }: { org: string }) {
  const active = useQuery(activeOverridesQuery(org))
  const expiring = useQuery(expiringOverridesQuery(org))
  if (!active.data) return emptyTile('Overrides', active)
  const soon = expiring.data?.pagination.total
  return (
    <Tile
      label="Overrides"
      figure={
        <Link
          to="/$org/overrides"
          params={{ org }}
          search={{ state: ['active', 'expiring'] }}
          className="text-text no-underline hover:underline"
        >
          {active.data.pagination.total}
        </Link>
      }
      of="active"
    >
      <Link
        to="/$org/overrides"
        params={{ org }}
        search={{ state: ['expiring'], sort: 'expires_at' }}
        className={footLinkClass}
      >
        {soon ?? '–'} {soon === 1 ? 'ends' : 'end'} within 7 days
      </Link>
    </Tile>
  )
}

function NotificationsTile({ org }: { org: string }) {
  const query = useQuery(failingRulesQuery(org))
  if (!query.data) return emptyTile('Notifications', query)
  const failing = query.data.pagination.total
  return (
    <Tile
      label="Notifications"
      figure={
        <Link
          to="/$org/settings/notifications"
          params={{ org }}
          search={{ health: ['failing'] }}
          className="text-text no-underline hover:underline"
        >
          {failing}
        </Link>
      }
      of="failing"
    >
      <Link to="/$org/settings/notifications" params={{ org }} className={footLinkClass}>
        All rules
      </Link>
    </Tile>
  )
}
