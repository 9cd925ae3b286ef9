import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { listCustomTypes } from '#contract/custom-type/custom-type.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { type CustomTypeRow, customTypeColumns } from '#web/custom-type/columns.tsx'
import { FirstType } from '#web/custom-type/first-type.tsx'
import { customTypesQuery } from '#web/custom-type/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { type ChoiceFilter, type TextFilter, archivedFilter, clearing } from '#web/table/filter.ts'
import { NoRowMatches } from '#web/table/no-match.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { PendingListPage } from '#web/ui/skeleton.tsx'

const schema = z.object({ q: z.optional(z.string()), archived: z.optional(z.boolean()) })

export const Route = createFileRoute('/$org/settings/attestation-types/')({
  validateSearch: (raw) => readSearch(schema, raw),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(customTypesQuery(params.org)),
  pendingComponent: TypesPending,
  component: TypesPage,
})

const isMatch = ({ name, description }: CustomTypeRow, q = '') =>
  `${name} ${description}`.toLowerCase().includes(q.toLowerCase())

function TypesPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const { q, archived, ignored } = search
  const navigate = Route.useNavigate()
  const narrow = (change: Partial<typeof search>) =>
    void navigate({ search: ({ ignored: _, ...rest }) => ({ ...rest, ...change }) })
  const query = useSuspenseQuery(customTypesQuery(org))
  const ofState = query.data.filter((one) => one.archived === (archived === true))
  const rows = ofState.filter((one) => isMatch(one, q))
  const refusal = useRefusal('member')
  const create = { to: '/$org/settings/attestation-types/~new', params: { org } } as const
  const icon = refusal === null ? Plus : undefined
  useShortcuts([{ key: 'n', label: 'New type', icon, run: () => void navigate(create) }])

  const name: TextFilter = {
    kind: 'text',
    label: 'Filter by name or description',
    value: q,
    onChange: (q) => narrow({ q }),
  }
  const state: ChoiceFilter = archivedFilter(archived, (archived) => narrow({ archived }))
  const clear = () => narrow(clearing(search))
  const columns = useMemo(() => customTypeColumns(org), [org])
  const choice = useColumnChoice(columns)
  return (
    <Page
      title={['Attestation types', org]}
      heading="Attestation types"
      facts={
        <span>
          <span className="font-medium text-text">{rows.length}</span> custom, judged by schema and
          rules
        </span>
      }
      actions={
        <>
          {refusal && <span className="self-center text-meta text-muted">{refusal}</span>}
          <PageActions call={{ endpoint: listCustomTypes, params: { org } }} />
          <Link {...create} className={buttonClass({ kind: 'primary' })}>
            New type
          </Link>
        </>
      }
    >
      <IgnoredNote ignored={ignored} onClear={() => void navigate({ search: { q, archived } })} />
      <StaleNote what="The types" query={query} />
      {query.data.length === 0 ? (
        <FirstType org={org} />
      ) : (
        <>
          <FilterBar columns={choice} name={name} filters={[state]} onClear={clear} />
          <Frame>
            {rows.length === 0 ? (
              <NoRowMatches
                what="type"
                filters={[{ ...name, label: 'Name or description' }, state]}
                onClear={clear}
              />
            ) : (
              <DataTable
                caption="Custom attestation types, by name"
                columns={columns}
                visibility={choice.visibility}
                rows={rows}
                rowId={(type) => type.name}
              />
            )}
          </Frame>
        </>
      )}
    </Page>
  )
}

function TypesPending() {
  return <PendingListPage heading="Attestation types" rows={6} />
}
