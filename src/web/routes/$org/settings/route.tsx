import { clsx } from 'clsx'
import {
  type LinkProps,
  createFileRoute,
  Link,
  Outlet,
  useMatchRoute,
} from '@tanstack/react-router'
import { settingsSections } from '#web/shell/settings-sections.ts'

export const Route = createFileRoute('/$org/settings')({
  component: SettingsFrame,
  staticData: { crumb: 'Settings' },
})

const linkClass =
  'flex h-8 items-center rounded-base px-2 text-table font-medium whitespace-nowrap text-muted no-underline transition-colors hover:bg-hover aria-[current]:bg-hover aria-[current]:text-text max-md:h-11 max-md:px-3'

/**
 * The sections beside the one that is open; above it on phones and beside a drawer. The page of one
 * record has the width for itself: its breadcrumb leads back.
 */
function SettingsFrame() {
  const { org } = Route.useParams()
  const matchRoute = useMatchRoute()
  const isSection = settingsSections.some(({ to }) => matchRoute({ to, params: { org } }))
  // The page keeps its place below, so that it is not made anew, without its focus, on the way.
  return (
    <div
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)]',
        isSection && '@narrow/main:grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      {isSection && <Sections org={org} />}
      {/* What leaves when there is little room looks at the page beside the sections. */}
      <div className="@container/main min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

function Sections({ org }: { org: string }) {
  return (
    <nav
      aria-label="Settings"
      className="px-4 pt-6 @max-narrow/main:overflow-x-auto @max-narrow/main:pt-3 @narrow/main:w-52 @narrow/main:pr-0 print:hidden"
    >
      <ul className="flex gap-1 @narrow/main:sticky @narrow/main:top-18 @narrow/main:flex-col">
        {settingsSections.map(({ label, to }) => (
          <li key={to}>
            <Link
              {...({ to, params: { org } } as LinkProps)}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              className={linkClass}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
