import { useQuery } from '@tanstack/react-query'
import { Link, useMatch, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Bookmark, Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type View, type ViewPage, changeView } from '#contract/saved-view/saved-view.ts'
import { call } from '#web/api/call.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { allHash, defaultOf, viewsQuery } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { parseSearch } from '#web/api/search-params.ts'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuGroup, MenuItem, MenuLine, MenuLink } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { searchText, storedText } from './view-search.ts'

const SaveDialog = lazyPart(() => import('./save-dialog.tsx'))
const EditDialog = lazyPart(() => import('./edit-dialog.tsx'))

/** On phones an icon stands for what has no name. */
const faceClass = 'max-w-64 min-w-24 max-md:min-w-11 max-md:px-2.5 [&>svg]:shrink-0'

/** The views of a list: opens, saves and changes them, and says which of them is shown. */
export default function ViewsMenu(props: { page: ViewPage }) {
  const { org = '' } = useParams({ strict: false })
  const { data, isError } = useQuery(viewsQuery(org))
  const views = (data ?? []).filter(({ page }) => page === props.page)
  const text = searchText(useSearch({ strict: false }))
  const { current, isChanged, setOpenId } = useCurrent(views, text)
  const [asking, setAsking] = useState<'save' | 'edit' | null>(null)
  const teamRefusal = useRefusal('member')
  const update = useChange(org, 'view_updated')
  const preset = defaultOf(views)
  useAllHash(text === '' && Boolean(preset?.search))
  const refusal = current?.scope === 'team' ? teamRefusal : null
  const close = () => setAsking(null)

  const changed = isChanged ? ' changed' : ''
  return (
    <>
      <Menu
        label="Views"
        align="end"
        className="w-72"
        trigger={
          <Button
            className={clsx(faceClass, current && 'max-md:max-w-38')}
            aria-label={current ? `View ${current.name}${changed}` : 'Views'}
          >
            <Icon of={Bookmark} small className={clsx('text-muted', current && 'max-md:hidden')} />
            <span className={clsx('truncate', !current && 'max-md:hidden')}>
              {current?.name ?? 'Views'}
            </span>
            {isChanged && <span className="font-normal text-muted">changed</span>}
            <Icon
              of={ChevronDown}
              small
              className={clsx('text-muted', !current && 'max-md:hidden')}
            />
          </Button>
        }
      >
        <ViewLink
          name="All"
          search=""
          hash={preset?.search ? allHash : ''}
          isShown={text === '' && !current}
          onClick={() => setOpenId(null)}
        />
        {(['personal', 'team'] as const).map((scope) => {
          const own = views.filter((view) => view.scope === scope)
          if (own.length === 0) return null
          return (
            <MenuGroup key={scope} label={scope === 'team' ? 'Team views' : 'My views'}>
              {own.map((view) => (
                <ViewLink
                  key={view.id}
                  name={view.name}
                  search={view.search}
                  hash={view.search === '' && preset?.search ? allHash : ''}
                  isDefault={view.is_default}
                  isShown={current?.id === view.id && !isChanged}
                  onClick={() => setOpenId(view.id)}
                />
              ))}
            </MenuGroup>
          )
        })}
        {isError && <p className="px-2 py-1.5 text-muted">Views could not be loaded.</p>}
        <MenuLine />
        {current && isChanged && (
          <Item
            refusal={refusal}
            onSelect={() => {
              const params = { org, view_id: current.id }
              const send = () => call(changeView, { params, body: { search: text } })
              void update.run(send, `Updated ${current.name}`)
            }}
          >
            Update “{current.name}”
          </Item>
        )}
        <Item onSelect={() => setAsking('save')}>Save view…</Item>
        {current && (
          <Item refusal={refusal} onSelect={() => setAsking('edit')}>
            Rename, set as default, remove…
          </Item>
        )}
      </Menu>
      {update.failure && (
        <p role="alert" className="ml-2 self-center text-meta font-medium">
          {update.failure}
        </p>
      )}
      {asking === 'save' && (
        <SaveDialog
          org={org}
          page={props.page}
          search={text}
          teamRefusal={teamRefusal}
          onSaved={setOpenId}
          onClose={close}
        />
      )}
      {asking === 'edit' && current && <EditDialog org={org} view={current} onClose={close} />}
    </>
  )
}

/** A view, as a link to what it shows. */
function ViewLink(props: {
  name: string
  search: string
  hash: string
  isDefault?: boolean
  isShown: boolean
  onClick: () => void
}) {
  return (
    <MenuLink>
      <Link
        to="."
        search={parseSearch(props.search)}
        hash={props.hash}
        role="menuitemradio"
        aria-checked={props.isShown}
        onClick={props.onClick}
      >
        <span className="w-3.5 shrink-0">{props.isShown && <Icon of={Check} small />}</span>
        <span className="min-w-0 flex-1 wrap-anywhere">{props.name}</span>
        {props.isDefault && <span className="text-meta text-muted">default</span>}
      </Link>
    </MenuLink>
  )
}

/** Action on views, or why it is refused. */
function Item(props: { refusal?: string | null; onSelect: () => void; children: ReactNode }) {
  return (
    <MenuItem refusal={props.refusal} onSelect={props.onSelect}>
      <span className="w-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{props.children}</span>
    </MenuItem>
  )
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')

/**
 * Where a list that has a default shows all rows, its address says so: whoever opens it anew, here
 * or elsewhere, sees the same.
 */
export function useAllHash(showsAll: boolean): void {
  const router = useRouter()
  const path = withoutSlash(useMatch({ strict: false, select: ({ pathname }) => pathname }))
  useEffect(() => {
    const { pathname, search, hash } = router.latestLocation
    // On the way to another page nothing is to be said of this one any more.
    if (!showsAll || hash === allHash || withoutSlash(pathname) !== path) return
    if (Object.values(search).some((value) => value !== undefined)) return
    void router.navigate({ to: pathname, hash: allHash, replace: true, resetScroll: false })
  }, [router, showsAll, path])
}

/** The view that is shown, or was opened last and is looked at with other filters since. */
export function useCurrent(views: readonly View[], text: string) {
  const [openId, setOpenId] = useState<string | null>(null)
  const open = views.find(({ id }) => id === openId)
  const equal = views.filter(({ search }) => storedText(search) === text)
  const shown = equal.find(({ id }) => id === openId) ?? equal[0]
  if (shown && shown.id !== openId) setOpenId(shown.id)
  // Without filters it is no view any more.
  const current = shown ?? (text === '' ? undefined : open)
  return { current, isChanged: current !== undefined && !shown, setOpenId }
}
