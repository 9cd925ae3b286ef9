import { createFileRoute, Link } from '@tanstack/react-router'
import { Grid3x3, History, LayoutGrid, List } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import {
  environmentListQuery as listQuery,
  exportEnvironments,
  listEnvironmentSummaries,
} from '#contract/environment/environment-list.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { useWhyKey } from '#web/domain-ui/why-link.tsx'
import { environmentColumns } from '#web/environment/columns.tsx'
import { filtersOf, orderText } from '#web/environment/filters.tsx'
import {
  environmentQueryOf,
  environmentListQuery,
  environmentNoun,
  standingQuery,
} from '#web/environment/queries.ts'
import { rowsOf, useOpenRows } from '#web/environment/rows.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { CreateActions } from '#web/record/create-actions.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useSpaceFilter } from '#web/space/queries.ts'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { useChosenRows } from '#web/table/selection-column.tsx'
import { sortingOf } from '#web/table/sorting.ts'
import { RowCount } from '#web/table/paging.tsx'
import { ViewSwitch } from '#web/table/view-switch.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { rem } from '#web/ui/text-scale.ts'
import { useIsPhone } from '#web/ui/use-media-query.ts'
import { PendingListPage, SkeletonRows } from '#web/ui/skeleton.tsx'

const search = z.extend(listQuery, {
  archived: z._default(z.boolean(), false),
  view: z._default(z.enum(['table', 'tiles', 'services']), 'table'),
})
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

const NewEnvironmentDialog = lazyPart(() => import('#web/environment/new-environment-dialog.tsx'))
const DayStrip = lazyPart(() => import('#web/environment/day-strip.tsx'))
const Tiles = lazyPart(() => import('#web/environment/tiles.tsx'), <SkeletonRows rows={8} />)
const Services = lazyPart(
  () => import('#web/environment/services-by-environment.tsx'),
  <SkeletonRows rows={8} />,
)
const FirstEnvironment = lazyPart(() => import('#web/environment/first-environment.tsx'))
const StripLegend = lazyPart(
  () => import('#web/environment/strip-legend.tsx'),
  <div className="h-9" />,
)
const StandingSummary = lazyPart(() => import('#web/environment/standing-summary.tsx'), <>&nbsp;</>)
const SelectionBar = lazyPart(() => import('#web/record/selection-bar.tsx'))
const AttachDialog = lazyPart(() => import('#web/policy/attach/attach-dialog.tsx'))
const TagDialog = lazyPart(() => import('#web/record/tag-dialog.tsx'))

export const Route = createFileRoute('/$org/environments/')({
  validateSearch: searchOf,
  loader: (opened) => {
    const { org } = opened.params
    // Rows are shown without it: it takes longer than they do.
    void opened.context.queryClient.prefetchQuery(standingQuery(org))
    return Promise.all([
      openList('environments', opened, environmentListQuery(org, searchOf(opened.location.search))),
      StandingSummary.preload(),
    ])
  },
  pendingComponent: () => <PendingListPage heading="Environments" rows={14} />,
  component: EnvironmentsPage,
})

const views = [
  { view: 'table', label: 'Table', icon: List },
  { view: 'tiles', label: 'Tiles', icon: LayoutGrid },
  { view: 'services', label: 'Services', icon: Grid3x3 },
] as const

function EnvironmentsPage() {
  const { org } = Route.useParams()
  const navigate = Route.useNavigate()
  const navigateAfterSave = useAfterSave(navigate)
  const spaceFilter = useSpaceFilter(org)
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => environmentListQuery(org, listSearch),
    rowId: ({ name }) => name,
    text: { parameter: 'name', label: 'Filter by name' },
    filtersOf: (search, narrow) => [
      ...filtersOf(org, search, narrow),
      ...spaceFilter(search.space_id, (space_id) => narrow({ space_id })),
    ],
  })
  const { search, shown, pagination, isNarrowed } = list
  const canMake = useRefusal('snapshotter')
  const missingRole = useRefusal('member')
  const refusal = shown.archived ? 'Archived records cannot be changed.' : missingRole
  const [isMaking, setMaking] = useState(false)
  const [tagged, setTagged] = useState<string | null>(null)
  const [isAttaching, setAttaching] = useState(false)
  const { openRows, toggle } = useOpenRows()
  const rows = useMemo(() => rowsOf(list.rows, openRows), [list.rows, openRows])
  const table = { rows, rowId: ({ id }: (typeof rows)[number]) => id }
  const chosen = useChosenRows(table, { nameOf: ({ shown }) => shown.name })
  const chosenNames = [...new Set(chosen.rows.map(({ shown }) => shown.name))]
  const canTag = refusal === null
  const names = [...new Set(rows.map(({ shown }) => shown.name))].sort().join(' ')
  const strip = useCallback(
    (name: string, isWide = false) => (
      // Its size before it is there: columns are measured once.
      <span className={isWide ? 'block h-5' : 'inline-block h-5 w-[13.125rem]'}>
        <DayStrip org={org} name={name} names={names.split(' ')} isWide={isWide} />
      </span>
    ),
    [org, names],
  )
  const columns = useMemo(
    () =>
      environmentColumns({
        onToggle: toggle,
        onTag: canTag ? setTagged : null,
        strip: ({ shown }) => strip(shown.name),
      }),
    [toggle, canTag, strip],
  )
  const tagFocused = () => {
    const row = document.activeElement?.closest('tr')
    const focused = row?.querySelector<HTMLElement>('[data-name]')?.dataset['name']
    if (focused) setTagged(focused)
  }
  useWhyKey()
  useShortcuts(
    canTag ? [{ key: 't', label: 'Tag the environment of this row', run: tagFocused }] : [],
  )
  const events = {
    icon: History,
    label: 'Events',
    hint: '',
    run: () => void navigate({ to: '/$org/events', params: { org } }),
  }
  const isPhone = useIsPhone()
  const choice = useColumnChoice(columns)
  const sorting = sortingOf(list, sorts)

  return (
    <Page
      title={['Environments', org]}
      heading="Environments"
      lead={
        <>
          <StandingSummary org={org} part="lead" />
          {isPhone && (isNarrowed || pagination.total > 0) && (
            <span
              className="block text-table text-muted"
              style={{ minHeight: rem(pagination.total > 3 ? 80 : 40) }}
            >
              <StandingSummary org={org} part="facts" />
            </span>
          )}
        </>
      }
      facts={isNarrowed && <RowCount total={pagination.total} thing="environment" isNarrowed />}
      actions={
        <CreateActions label="New environment" refusal={canMake} create={() => setMaking(true)}>
          <Link to="/$org/events" params={{ org }} className={`${buttonClass({})} max-md:hidden`}>
            Events
          </Link>
          <PageActions
            views="environments"
            own={isPhone ? [events] : []}
            call={{
              endpoint: listEnvironmentSummaries,
              params: { org },
              query: () => environmentQueryOf(shown),
            }}
            exports={exportEnvironments}
          />
        </CreateActions>
      }
    >
      <ListBody
        {...(search.view !== 'tiles' && search.view !== 'services' && { columns: choice })}
        list={list}
        title="Environments"
        what="environment"
        above={
          !isPhone && (
            <ReservedSpace heights={{ wide: 12, middle: 32, phone: 32 }}>
              <p className="-mt-2 text-table text-muted">
                <StandingSummary org={org} part="facts" />
              </p>
            </ReservedSpace>
          )
        }
        order={orderText(search)}
        first={<FirstEnvironment org={org} />}
        tools={
          <ViewSwitch
            views={views}
            view={search.view}
            onChange={(view) => void navigate({ search: (rest) => ({ ...rest, view }) })}
          />
        }
      >
        {search.view === 'tiles' ? (
          <Tiles environments={list.rows} strip={({ name }) => strip(name, true)} />
        ) : search.view === 'services' ? (
          <Services org={org} environments={list.rows} />
        ) : (
          <DataTable
            caption="Environments"
            columns={columns}
            choice={choice}
            {...table}
            selection={shown.archived ? undefined : chosen.selection}
            sorting={sorting}
          />
        )}
        {search.view !== 'services' && <StripLegend />}
      </ListBody>
      {isMaking && (
        <NewEnvironmentDialog
          org={org}
          onClose={() => setMaking(false)}
          onCreated={(env) =>
            void navigateAfterSave({ to: '/$org/environments/$env', params: { org, env } })
          }
        />
      )}
      {tagged !== null && (
        <TagDialog
          noun={environmentNoun}
          org={org}
          names={[tagged]}
          onClose={() => setTagged(null)}
        />
      )}
      {chosenNames.length > 0 && !shown.archived && (
        <SelectionBar
          noun={environmentNoun}
          org={org}
          names={chosenNames}
          pagination={list.pagination}
          refusal={refusal}
          own={{ label: 'Attach policy', run: () => setAttaching(true) }}
          onClear={chosen.clear}
          onArchived={list.frozen.release}
        />
      )}
      {isAttaching && (
        <AttachDialog
          org={org}
          fixed={{ environments: chosenNames }}
          taken={[]}
          onClose={() => setAttaching(false)}
        />
      )}
    </Page>
  )
}

const sorts = ['name', 'last_changed_at'] as const
