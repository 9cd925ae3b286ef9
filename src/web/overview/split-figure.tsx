import { type LinkProps, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Overview } from '#contract/overview/overview.ts'
import type { Standing } from '#contract/verdict/standing.ts'
import { MenuLink } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'

/** An environment that a figure counts in, with its share and its own list. */
interface Share {
  name: string
  count: number
  link: LinkProps
}

/** Running artifacts that stand so, by environment, the most first. */
export const runningShares = (
  org: string,
  environments: Overview['running_by_environment'],
  standing: Standing,
): Share[] =>
  environments
    .filter((environment) => environment[standing] > 0)
    .map((environment) => ({
      name: environment.environment_name,
      count: environment[standing],
      link: {
        to: '/$org/environments/$env/running',
        params: { org, env: environment.environment_name },
        // All that runs in a stale environment is stale.
        ...(standing !== 'stale' && { search: { standing: [standing] } }),
      } as LinkProps,
    }))
    .sort((a, b) => b.count - a.count)

/** A figure of several lists: it opens them, each with its part of the count. */
export function SplitFigure(props: {
  label: string
  shares: readonly Share[]
  children: ReactNode
}) {
  const { shares } = props
  if (shares.length === 0) {
    return <span className="inline-flex items-center gap-1">{props.children}</span>
  }
  return (
    <Menu
      label={props.label}
      trigger={
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 hover:underline max-md:min-h-11"
        >
          {props.children}
        </button>
      }
    >
      {shares.map(({ name, count, link }) => (
        <MenuLink key={name}>
          <Link {...link}>
            <span className="flex-1 truncate">{name}</span>
            <span className="tabular-nums text-muted">{count}</span>
          </Link>
        </MenuLink>
      ))}
    </Menu>
  )
}
