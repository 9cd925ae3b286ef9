import { Link } from '@tanstack/react-router'
import type { EnvironmentSummary } from '#contract/environment/environment.ts'
import { VerdictWhy } from '#web/domain-ui/why-link.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { verdictOfEnvironment } from './verdict.ts'

/** Environments as tiles, all alike, in the order of the list. */
export function Tiles(props: { environments: readonly EnvironmentSummary[] }) {
  return (
    <ul
      aria-label="Environments"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-2 p-3"
    >
      {props.environments.map((environment) => {
        const { org, name, running_count: count, last_reported_at: at } = environment
        return (
          <li
            key={name}
            className="relative grid grid-cols-[minmax(0,1fr)] content-start gap-1 rounded-base border border-line px-3 py-2.5 text-table text-muted hover:bg-hover"
          >
            {/* All of the tile presses it. */}
            <Link
              to="/$org/environments/$env"
              params={{ org, env: name }}
              className="truncate font-medium text-text no-underline after:absolute after:inset-0"
            >
              {name}
            </Link>
            <span className="[&>span>a]:relative">
              <VerdictWhy
                verdict={verdictOfEnvironment(environment)}
                qualifiers={environment.qualifiers}
                of="environment"
                subject={name}
                staleAt={environment.stale_at}
                place={{ org, env: name }}
              />
            </span>
            <span>
              {environment.type},{' '}
              {at === null ? (
                'never reported'
              ) : (
                <>
                  {count} running, <TimeAgo at={at} suffix />
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
