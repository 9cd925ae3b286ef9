import { Link, type LinkProps, useParams, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check, ChevronsUpDown, Keyboard, Link2 } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { drawerSlotId } from '#web/ui/drawer-slot.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuLink } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { listenForShortcuts, useShortcuts } from '#web/ui/shortcuts.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Logo } from './logo.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { Rail, RailFold, useRailFold } from './rail.tsx'
import { sections } from './sections.ts'
import { ThemeMenu } from './theme-menu.tsx'
import { TopBar } from './top-bar.tsx'

const ReportHead = lazyPart(() => import('./report-head.tsx'))
const ShortcutHelp = lazyPart(() => import('./shortcut-help.tsx'))

/** Frame of every page of an organization: rail, top bar, and room for a drawer. */
export function AppFrame(props: {
  org: string
  organizations: readonly { name: string; role: string }[]
  user: { name: string; email: string | null }
  onSignOut: () => void
  /** In the top bar, beside where one is. */
  search: ReactNode
  children: ReactNode
}) {
  const [isFolded, toggleFold] = useRailFold()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isPrinted = useMediaQuery('print')
  usePreload(ReportHead)
  useFocusOnNavigation()
  useLayoutEffect(listenForShortcuts, [])
  const router = useRouter()
  // The page's subject is asked about.
  const { env, fingerprint } = useParams({ strict: false })
  const question = {
    ...(fingerprint && { fingerprint: [fingerprint] }),
    ...(env && { environment: [env] }),
  }
  useShortcuts([
    ...sections.flat().map(({ key, label, to }) => ({
      key: `g ${key}`,
      label: `Go to ${label}`,
      run: () => void router.navigate({ to, params: { org: props.org } } as LinkProps),
    })),
    {
      key: 'y',
      label: 'Copy the link to this page',
      icon: Link2,
      run: () => void copyText(location.href, 'Link'),
    },
    {
      key: '?',
      label: 'Show the keys that work here',
      icon: Keyboard,
      run: () => setHelpOpen(true),
    },
  ])

  // On phones it stands in the menu, which it closes.
  const deployLink = (className: string) => (
    <Link
      to="/$org/can-i-deploy"
      params={{ org: props.org }}
      search={question}
      activeOptions={{ exact: true }}
      className={`${buttonClass()} ${className}`}
      onClick={() => setSheetOpen(false)}
    >
      Can I deploy?
    </Link>
  )
  const rail = (folded: boolean, onNavigate?: () => void) => (
    <Rail
      org={props.org}
      isFolded={folded}
      organization={
        <OrganizationMenu org={props.org} organizations={props.organizations} isFolded={folded} />
      }
      {...(onNavigate && { onNavigate })}
    />
  )
  return (
    <div className="grid min-h-dvh grid-cols-[auto_minmax(0,1fr)_auto] max-md:grid-cols-[minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="absolute -top-24 left-2 z-50 rounded-base bg-raised px-3 py-2 shadow-float focus:top-2"
      >
        Skip to content
      </a>
      <div
        className={clsx(
          'sticky top-0 flex h-dvh flex-col overflow-y-auto border-r border-line bg-surface max-md:hidden print:hidden',
          isFolded ? 'w-14' : 'w-56',
        )}
      >
        {rail(isFolded)}
        <RailFold isFolded={isFolded} onFold={toggleFold} />
      </div>
      <div className="@container/main min-w-0">
        <TopBar onMenu={() => setSheetOpen(true)}>
          {props.search}
          {deployLink('max-md:hidden')}
          <ThemeMenu />
          <ProfileMenu
            {...props.user}
            onHelp={() => setHelpOpen(true)}
            onSignOut={props.onSignOut}
          />
        </TopBar>
        {isPrinted && <ReportHead org={props.org} user={props.user.name} />}
        <ConnectionBanner />
        {props.children}
      </div>
      <div id={drawerSlotId} className="contents" />
      <Tooltip />
      {isSheetOpen && (
        <Dialog title="Navigation" position="left" hideTitle onClose={() => setSheetOpen(false)}>
          {deployLink('mx-3 mt-3')}
          {rail(false, () => setSheetOpen(false))}
        </Dialog>
      )}
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </div>
  )
}

/**
 * After a move to another page its heading has the focus, as after loading a document; also where
 * the reader moves on before the first page is there.
 */
function useFocusOnNavigation() {
  const router = useRouter()
  const [loaded] = useState(() => router.latestLocation.pathname)
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        const left = fromLocation?.pathname ?? loaded
        if (left !== toLocation.pathname) document.querySelector<HTMLElement>('main h1')?.focus()
      }),
    [router, loaded],
  )
}

const nameClass =
  'mb-3 flex h-8 w-full items-center gap-2 rounded-base px-2 text-left text-body font-semibold text-text no-underline hover:bg-hover max-md:h-11'

/** The organization's name; a menu where there are several to choose from. */
function OrganizationMenu(props: {
  org: string
  organizations: readonly { name: string; role: string }[]
  isFolded: boolean
}) {
  const name = !props.isFolded && <span className="min-w-0 flex-1 truncate">{props.org}</span>
  const others = props.organizations.some((one) => one.name !== props.org)
  if (!others) {
    return (
      <Link to="/$org" params={{ org: props.org }} className={nameClass} aria-label={props.org}>
        <Logo />
        {name}
      </Link>
    )
  }
  return (
    <Menu
      label="Organizations"
      className="min-w-52"
      trigger={
        <button
          type="button"
          className={nameClass}
          aria-label={`${props.org}, change organization`}
        >
          <Logo />
          {name}
          {!props.isFolded && <Icon of={ChevronsUpDown} small className="text-muted" />}
        </button>
      }
    >
      {props.organizations.map((one) => (
        <MenuLink key={one.name}>
          <Link
            to="/$org"
            params={{ org: one.name }}
            {...(one.name === props.org && { 'aria-current': 'true' as const })}
          >
            <span className="min-w-0 flex-1 truncate">{one.name}</span>
            <span className="text-meta text-muted">{one.role}</span>
            <span className="w-3.5">{one.name === props.org && <Icon of={Check} small />}</span>
          </Link>
        </MenuLink>
      ))}
    </Menu>
  )
}
