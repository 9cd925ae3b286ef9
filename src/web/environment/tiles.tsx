import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { EnvironmentSummary } from '#contract/environment/environment.ts'
import { VerdictWhy } from '#web/domain-ui/why-link.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { verdictOfEnvironment } from './verdict.ts'

const widths = ['', 'md:col-span-2', 'md:col-span-3', 'md:col-span-4']

/** Four sizes: up to 4 artifacts, up to 20, up to 100, and more. */
const widthOf = (count: number) => widths[[4, 20, 100].filter((most) => count > most).length] ?? ''

/** Environments as tiles, the wider the more artifacts run there. */
export function Tiles(props: { environments: readonly EnvironmentSummary[] }) {
  return (
    <ul
      aria-label="Environments"
      className="grid grid-flow-row-dense grid-cols-[repeat(auto-fill,minmax(168px,1fr))] gap-2 p-3"
    >
      {props.environments.map((environment) => {
        const { org, name, running_count: count, last_reported_at: at } = environment
        return (
          <li
            key={name}
            className={clsx(
              'relative grid content-start gap-1 rounded-base border border-line px-3 py-2.5 text-table text-muted hover:bg-hover',
              widthOf(count),
            )}
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
