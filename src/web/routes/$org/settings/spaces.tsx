import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type Space, createSpace, listSpaces, putInSpace } from '#contract/space/space.ts'
import { counted } from '#domain/common/counted.ts'
import { curl } from '#web/api/curl.ts'
import { useRefusal } from '#web/api/permission.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { CreateActions } from '#web/record/create-actions.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { type Wish, spaceColumns } from '#web/space/columns.tsx'
import { spacesQuery } from '#web/space/queries.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { FirstCard } from '#web/ui/first-steps.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const SpaceDialog = lazyPart(() => import('#web/space/space-dialog.tsx'))
const ContentsDialog = lazyPart(() => import('#web/space/contents-dialog.tsx'))
const DeleteDialog = lazyPart(() => import('#web/space/delete-dialog.tsx'))

export const Route = createFileRoute('/$org/settings/spaces')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(spacesQuery(params.org)),
  pendingComponent: () => (
    <Page title={['Spaces']} heading="Spaces" facts={<span>Loading</span>}>
      <SkeletonRows rows={6} />
    </Page>
  ),
  component: SpacesPage,
  staticData: { crumb: 'Spaces' },
})

type Asking = { wish: 'create' } | { wish: Wish; space: Space }

function SpacesPage() {
  const { org } = Route.useParams()
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: () => spacesQuery(org),
    rowsOf: (all) => all,
    rowId: ({ id }) => id,
  })
  const spaces = list.data
  const refusal = useRefusal('member')
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const columns = useMemo(
    () =>
      spaceColumns({
        ...{ org, refusal },
        parents: new Set(spaces.map(({ parent_id }) => parent_id)),
        onWish: (wish, space) => setAsking({ wish, space }),
      }),
    [org, refusal, spaces],
  )
  return (
    <Page
      title={['Spaces', org]}
      heading="Spaces"
      facts={<span>{counted(spaces.length, 'space')}, counts with what is in spaces below</span>}
      actions={
        <CreateActions
          label="New space"
          refusal={refusal}
          create={() => setAsking({ wish: 'create' })}
        >
          <PageActions call={{ endpoint: listSpaces, params: { org } }} />
        </CreateActions>
      }
    >
      <ListBody list={list} title="Spaces" what="space" first={<FirstSpace org={org} />}>
        <DataTable
          caption="Spaces, each below the one that it is in"
          columns={columns}
          rows={spaces}
          rowId={list.table.rowId}
        />
      </ListBody>
      {asking && <SpaceDialogs org={org} spaces={spaces} asking={asking} onClose={close} />}
    </Page>
  )
}

function SpaceDialogs(props: {
  org: string
  spaces: Space[]
  asking: Asking
  onClose: () => void
}) {
  const { org, spaces, asking, onClose } = props
  if (asking.wish === 'create') {
    return <SpaceDialog org={org} spaces={spaces} parentId={null} onClose={onClose} />
  }
  const { wish, space } = asking
  if (wish === 'contents') return <ContentsDialog org={org} space={space} onClose={onClose} />
  if (wish === 'delete') return <DeleteDialog org={org} space={space} onClose={onClose} />
  const shared = { org, spaces, onClose }
  return wish === 'inside' ? (
    <SpaceDialog {...shared} parentId={space.id} />
  ) : (
    <SpaceDialog {...shared} space={space} parentId={space.parent_id} />
  )
}

/** No space yet: what one is for, and the calls that make and fill the first. */
function FirstSpace(props: { org: string }) {
  const { org } = props
  const body = { name: 'Payments' }
  const contents = { flows: ['payments-api'], environments: ['payments-prod'] }
  return (
    <FirstCard
      title="First run"
      answer="A space is a folder of flows and environments: lists can be narrowed to it, and spaces stand in spaces."
      steps={[
        {
          title: 'Create a space; the response contains its id',
          call: curl(createSpace, { params: { org }, body }),
        },
        {
          title: 'Put flows and environments into it',
          call: curl(putInSpace, { params: { org, space_id: 'SPACE_ID' }, body: contents }),
        },
      ]}
    />
  )
}
