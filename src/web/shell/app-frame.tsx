import { type LinkProps, Link, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Keyboard, Link2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { drawerSlotId } from '#web/ui/drawer-slot.tsx'
import { listenForShortcuts, useShortcuts } from '#web/ui/shortcuts.ts'
import { TitleTip } from '#web/ui/title-tip.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { OrganizationMenu } from './organization-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { Rail, RailFold, useRailFold } from './rail.tsx'
import { sections } from './sections.ts'
import { ThemeMenu } from './theme-menu.tsx'
import { TopBar } from './top-bar.tsx'

const ReportHead = lazyPart(() => import('./report-head.tsx'))
const ShortcutHelp = lazyPart(() => import('./shortcut-help.tsx'))

/** What surrounds every page of an organization: rail, top bar, and room for a drawer. */
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
  useEffect(listenForShortcuts, [])
  const router = useRouter()
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
          <Link
            to="/$org/can-i-deploy"
            params={{ org: props.org }}
            className={`${buttonClass()} @max-medium/main:hidden`}
          >
            Can I deploy?
          </Link>
          <ThemeMenu />
          <ProfileMenu
            {...props.user}
            onHelp={() => setHelpOpen(true)}
            onSignOut={props.onSignOut}
          />
        </TopBar>
        {isPrinted && (
          <Suspense>
            <ReportHead org={props.org} user={props.user.name} />
          </Suspense>
        )}
        <ConnectionBanner />
        {props.children}
      </div>
      <div id={drawerSlotId} className="contents" />
      <TitleTip />
      {isSheetOpen && (
        <Dialog title="Navigation" place="left" hideTitle onClose={() => setSheetOpen(false)}>
          {rail(false, () => setSheetOpen(false))}
        </Dialog>
      )}
      {isHelpOpen && (
        <Suspense>
          <ShortcutHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** After a move to another page its heading has the focus, as after loading a document. */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) document.querySelector<HTMLElement>('main h1')?.focus()
      }),
    [router],
  )
}
