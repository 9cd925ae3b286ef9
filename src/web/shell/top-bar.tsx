import { Link, useMatches, useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Menu as MenuIcon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuLink } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { ProgressLine } from '#web/ui/progress-line.tsx'

/** Where one is, and what is the same on every page. */
export function TopBar(props: { onMenu: () => void; children: ReactNode }) {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-bg px-6 max-md:h-13 max-md:gap-0 max-md:px-1 print:hidden">
      <span className="md:hidden">
        <Button kind="quiet" icon aria-label="Menu" onClick={props.onMenu}>
          <Icon of={MenuIcon} />
        </Button>
      </span>
      <Breadcrumb />
      {props.children}
      <ProgressLine edge="bottom" isBusy={isLoading} />
    </header>
  )
}

/**
 * The way down to this page: beside an open drawer the middle steps are in a menu. On phones only the
 * step above it, as the way back.
 */
function Breadcrumb() {
  const crumbs = useMatches({
    select: (matches) =>
      matches.flatMap(({ id, pathname, params, search, staticData, loaderData }) => {
        const { view = '' } = search as { view?: string }
        const loaded = (loaderData as { crumb?: string } | undefined)?.crumb
        const crumb = loaded ?? staticData.crumb ?? staticData.viewCrumbs?.[view]
        if (!crumb) return []
        const named = crumb.startsWith('$')
          ? ((params as Record<string, string>)[crumb.slice(1)] ?? '')
          : crumb
        return [{ id, pathname, text: named.replace(/^([a-f0-9]{12})[a-f0-9]{52}$/, '$1') }]
      }),
    structuralSharing: true,
  })
  const middle = crumbs.slice(1, -2)
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-2 text-table text-muted">
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1
          const isParent = index === crumbs.length - 2
          return (
            <Fragment key={crumb.id}>
              {index === 1 && middle.length > 0 && (
                <li className="hidden gap-2 before:text-line-strong before:content-['/'] md:@max-[57.5rem]/main:flex">
                  <Menu
                    label="Steps between"
                    trigger={
                      <button
                        type="button"
                        className="rounded-tag px-1 hover:bg-hover"
                        aria-label="Steps between"
                      >
                        …
                      </button>
                    }
                  >
                    {middle.map((one) => (
                      <MenuLink key={one.id}>
                        <Link to={one.pathname} activeOptions={{ exact: true }}>
                          {one.text}
                        </Link>
                      </MenuLink>
                    ))}
                  </Menu>
                </li>
              )}
              <li
                className={clsx(
                  'flex min-w-0 gap-2',
                  isLast ? 'shrink-[1]' : 'shrink-[2]',
                  !isParent && 'max-md:hidden',
                  middle.includes(crumb) && '@max-[57.5rem]/main:hidden',
                  index > 0 && "before:text-line-strong before:content-['/'] max-md:before:hidden",
                )}
              >
                {isLast ? (
                  <span aria-current="page" className="truncate font-medium text-text">
                    {crumb.text}
                  </span>
                ) : (
                  <Link
                    to={crumb.pathname}
                    activeOptions={{ exact: true }}
                    className="truncate hover:underline max-md:grid max-md:h-11 max-md:items-center max-md:text-body max-md:font-medium"
                  >
                    {crumb.text}
                  </Link>
                )}
              </li>
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}
