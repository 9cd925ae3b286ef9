import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { listCustomTypes } from '#contract/custom-type/custom-type.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { BuiltInTypes } from '#web/attestation/types/built-in-types.tsx'
import { type CustomTypeRow, customTypeColumns } from '#web/custom-type/columns.tsx'
import { saveCall } from '#web/custom-type/draft.ts'
import { customTypesQuery } from '#web/custom-type/queries.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { customCall } from '#web/pipeline/report-attestation.ts'
import { CreateActions } from '#web/record/create-actions.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { archivedFilter } from '#web/table/filter.ts'
import { Card } from '#web/ui/card.tsx'
import { FirstCard } from '#web/ui/first-steps.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'

const schema = z.object({ q: z.optional(z.string()), archived: z.optional(z.boolean()) })

export const Route = createFileRoute('/$org/settings/attestation-types/')({
  validateSearch: (raw) => readSearch(schema, raw),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(customTypesQuery(params.org)),
  pendingComponent: () => <PendingListPage heading="Attestation types" rows={6} />,
  component: TypesPage,
})

const isMatch = ({ name, description }: CustomTypeRow, q = '') =>
  `${name} ${description}`.toLowerCase().includes(q.toLowerCase())

function TypesPage() {
  const { org } = Route.useParams()
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: () => customTypesQuery(org),
    rowsOf: (all, { q, archived = false }) =>
      all.filter((one) => one.archived === archived && isMatch(one, q)),
    rowId: (type) => type.name,
    text: { parameter: 'q', label: 'Filter name or description' },
    filtersOf: ({ archived }, narrow) => [
      archivedFilter(archived, (archived) => narrow({ archived })),
    ],
  })
  const refusal = useRefusal('member')
  const columns = useMemo(() => customTypeColumns(org), [org])
  const choice = useColumnChoice(columns)
  return (
    <Page
      title={['Attestation types', org]}
      heading="Attestation types"
      facts={
        <span>
          <span className="font-medium text-text">{list.rows.length}</span> custom, evaluated by
          schema and rules
        </span>
      }
      actions={
        <CreateActions
          label="New type"
          refusal={refusal}
          create={{ to: '/$org/settings/attestation-types/~new', params: { org } }}
        >
          <PageActions call={{ endpoint: listCustomTypes, params: { org } }} />
        </CreateActions>
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="The types"
        what="type"
        textLabel="Name or description"
        first={list.data.length === 0 && <FirstType org={org} />}
        none={<Card title="All types are archived">{null}</Card>}
      >
        <DataTable
          caption="Custom attestation types, by name"
          columns={columns}
          choice={choice}
          {...list.table}
        />
      </ListBody>
      <div className="mt-4">
        <BuiltInTypes org={org} />
      </div>
    </Page>
  )
}

const example = {
  name: 'coverage',
  description: 'How much of the code is tested',
  comment: '',
  schema: '{ "type": "object", "required": ["percent"] }',
  rules: ['.percent >= 80'],
  summary: [{ name: 'Tested', expression: '.percent' }],
}

/** No type yet: what one is for, and the calls that make and use the first. */
function FirstType(props: { org: string }) {
  return (
    <FirstCard
      title="First run"
      answer="A custom type says what evidence of a tool of your own has to look like, and when it is compliant: by a JSON Schema and rules in jq."
      steps={[
        { title: 'Create a type', call: saveCall(props.org, example) },
        {
          title: 'Report evidence of it',
          call: customCall(props.org, example.name),
        },
      ]}
    />
  )
}
