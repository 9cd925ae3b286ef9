import { useNavigate } from '@tanstack/react-router'
import { LayoutGrid, List } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useRefusal } from '#web/api/permission.ts'
import { CreateActions } from '#web/record/create-actions.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { type Filter, archivedFilter } from '#web/table/filter.ts'
import { repeatedFilters, tagFilters } from '#web/table/repeated-filters.ts'
import { ViewSwitch } from '#web/table/view-switch.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import type { ControlsSearch } from './-search.ts'

const NewControlDialog = lazyPart(() => import('#web/control/new-control-dialog.tsx'))
const ImportDialog = lazyPart(() => import('#web/control/import-dialog.tsx'))

const views = [
  { view: 'list', label: 'Controls', icon: List },
  { view: 'frameworks', label: 'Frameworks', icon: LayoutGrid },
] as const

/** The text that both views can be narrowed by. */
export const controlText = { parameter: 'search', label: 'Search identifier or name' } as const

/** Further filters of both views. */
export const controlFilters = (
  search: ControlsSearch,
  narrow: (change: Partial<ControlsSearch>) => void,
): Filter[] => [
  ...tagFilters(search.tag, (tag) => narrow({ tag })),
  ...repeatedFilters('Owner', search.owner, (owner) => narrow({ owner })),
  archivedFilter(search.archived, (archived) => narrow({ archived })),
]

/** The way to the other view. */
export function ControlsView(props: {
  view: ControlsSearch['view']
  onChange: (view: ControlsSearch['view']) => void
}) {
  return <ViewSwitch views={views} {...props} />
}

/** The page of controls in either view, with what can be made there. */
export function ControlsFrame(props: {
  org: string
  heading?: 'Controls' | 'Frameworks'
  /** The answer that the page gives, in one sentence. */
  lead?: ReactNode
  facts?: ReactNode
  actions: ReactNode
  children: ReactNode
}) {
  const { org, heading = 'Controls' } = props
  const navigateAfterSave = useAfterSave(useNavigate())
  const [open, setOpen] = useState<'new' | 'import' | null>(null)
  const close = () => setOpen(null)
  const refusal = useRefusal('admin')
  return (
    <Page
      title={[heading, ...(heading === 'Controls' ? [] : ['Controls']), org]}
      heading={heading}
      lead={props.lead}
      facts={props.facts}
      actions={
        <CreateActions label="New control" refusal={refusal} create={() => setOpen('new')}>
          {props.actions}
          <Button refusal={refusal} onClick={() => setOpen('import')}>
            Import
          </Button>
        </CreateActions>
      }
    >
      {props.children}
      {open === 'new' && (
        <NewControlDialog
          org={org}
          onClose={close}
          onCreated={(control) =>
            void navigateAfterSave({
              to: '/$org/controls/$control/{-$tab}',
              params: { org, control },
            })
          }
        />
      )}
      {open === 'import' && <ImportDialog org={org} onClose={close} />}
    </Page>
  )
}
