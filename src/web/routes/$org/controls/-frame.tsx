import { useNavigate } from '@tanstack/react-router'
import { LayoutGrid, List } from 'lucide-react'
import { type ReactNode, lazy, Suspense, useState } from 'react'
import { useRefusal } from '#web/api/permission.ts'
import { type Filter, type TextFilter, archivedFilter, tagFilters } from '#web/table/filter.ts'
import { ViewSwitch } from '#web/table/view-switch.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import type { ControlsSearch } from './-search.ts'

const NewControlDialog = lazy(() => import('#web/control/new-control-dialog.tsx'))
const ImportDialog = lazy(() => import('#web/control/import-dialog.tsx'))

const views = [
  { view: 'list', label: 'Controls', icon: List },
  { view: 'frameworks', label: 'Frameworks', icon: LayoutGrid },
] as const

/** Narrows what the page shows. */
export type Narrow = (change: Partial<ControlsSearch>) => void

/** How either view is narrowed and cleared. */
export function useNarrowing(): { narrow: Narrow; clear: () => void } {
  const navigate = useNavigate({ from: '/$org/controls/' })
  return {
    // A narrowing starts over at page 1 and drops what was not understood.
    narrow: (change) =>
      void navigate({ search: ({ ignored: _, page: __, ...rest }) => ({ ...rest, ...change }) }),
    clear: () =>
      void navigate({
        search: ({ per_page, sort, sort_direction, view }) => ({
          per_page,
          sort,
          sort_direction,
          view,
        }),
      }),
  }
}

/** What both views can be narrowed by. */
export function filtersOf(
  search: ControlsSearch,
  narrow: Narrow,
): { name: TextFilter; filters: Filter[] } {
  const name: TextFilter = {
    kind: 'text',
    label: 'Search identifier or name',
    value: search.search,
    onChange: (text) => narrow({ search: text }),
  }
  const filters: Filter[] = [
    ...tagFilters(search.tag ?? [], (tag) => narrow({ tag: tag.length > 0 ? tag : undefined })),
    archivedFilter(search.archived, (archived) => narrow({ archived })),
  ]
  return { name, filters }
}

/** The way to the other view. */
export function ControlsView(props: { view: ControlsSearch['view'] }) {
  const { narrow } = useNarrowing()
  return <ViewSwitch views={views} view={props.view} onChange={(view) => narrow({ view })} />
}

/** The page of controls in either view, with what can be made there. */
export function ControlsFrame(props: {
  org: string
  facts: ReactNode
  actions: ReactNode
  children: ReactNode
}) {
  const { org } = props
  const navigate = useNavigate()
  const [open, setOpen] = useState<'new' | 'import' | null>(null)
  const close = () => setOpen(null)
  const refusal = useRefusal('admin')
  const create = () => refusal === null && setOpen('new')
  useShortcuts([{ key: 'n', label: 'New control', run: create }])
  return (
    <Page
      title={['Controls', org]}
      heading="Controls"
      facts={props.facts}
      actions={
        <>
          {refusal && <span className="self-center text-meta text-muted">{refusal}</span>}
          {props.actions}
          <Button disabled={refusal !== null} onClick={() => setOpen('import')}>
            Import
          </Button>
          <Button kind="primary" disabled={refusal !== null} onClick={create}>
            New control
          </Button>
        </>
      }
    >
      {props.children}
      <Suspense>
        {open === 'new' && (
          <NewControlDialog
            org={org}
            onClose={close}
            onCreated={(control) =>
              void navigate({ to: '/$org/controls/$control/{-$tab}', params: { org, control } })
            }
          />
        )}
        {open === 'import' && <ImportDialog org={org} onClose={close} />}
      </Suspense>
    </Page>
  )
}
