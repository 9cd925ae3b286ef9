import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Bookmark, ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ViewPage } from '#contract/saved-view/saved-view.ts'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { allHash, defaultOf } from '../api/open-list.ts'
import { useRefusal } from '../api/permission.ts'
import { viewsQuery } from '../api/view-query.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { Group, Item, ViewLink } from './menu-items.tsx'
import { searchText } from './search-text.ts'
import { useAllHash } from './use-all-hash.ts'
import { useCurrent } from './use-current.ts'

const SaveDialog = lazy(() => import('./save-dialog.tsx'))
const EditDialog = lazy(() => import('./edit-dialog.tsx'))

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

  const changed = isChanged ? ', changed' : ''
  return (
    <>
      <Popover
        label="Views"
        role="menu"
        align="end"
        className="w-72"
        renderTrigger={(trigger) => (
          <Button
            {...trigger}
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
        )}
      >
        {(hide) => (
          <>
            <ViewLink
              name="All"
              search=""
              hash={preset?.search ? allHash : ''}
              isShown={text === '' && !current}
              onClick={() => {
                hide()
                setOpenId(null)
              }}
            />
            {(['personal', 'team'] as const).map((scope) => (
              <Group key={scope} label={scope === 'team' ? 'Team views' : 'My views'}>
                {views
                  .filter((view) => view.scope === scope)
                  .map((view) => (
                    <ViewLink
                      key={view.id}
                      name={view.name}
                      search={view.search}
                      hash={view.search === '' && preset?.search ? allHash : ''}
                      isDefault={view.is_default}
                      isShown={current?.id === view.id && !isChanged}
                      onClick={() => {
                        hide()
                        setOpenId(view.id)
                      }}
                    />
                  ))}
              </Group>
            ))}
            {isError && <p className="px-2 py-1.5 text-muted">Views could not be loaded.</p>}
            <hr className="my-1 border-line" />
            {current && isChanged && (
              <Item
                refusal={refusal}
                onClick={() => {
                  hide()
                  const params = { org, view_id: current.id }
                  const send = () => call('changeView', { params, body: { search: text } })
                  void update.run(send, `Updated ${current.name}`)
                }}
              >
                Update “{current.name}”
              </Item>
            )}
            <Item
              onClick={() => {
                hide()
                setAsking('save')
              }}
            >
              Save view…
            </Item>
            {current && (
              <Item
                refusal={refusal}
                onClick={() => {
                  hide()
                  setAsking('edit')
                }}
              >
                Rename, default or remove…
              </Item>
            )}
          </>
        )}
      </Popover>
      {update.failure && (
        <p role="alert" className="ml-2 self-center text-meta font-medium">
          {update.failure}
        </p>
      )}
      <Suspense>
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
      </Suspense>
    </>
  )
}
