import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useRefusal } from '#web/api/permission.ts'
import CustomTypeEditor from '#web/custom-type/editor.tsx'
import { customTypesQuery } from '#web/custom-type/queries.ts'
import { useAfterSave } from '#web/record/use-change.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'

/** No type is called so: names begin with a letter or a digit. */
export const Route = createFileRoute('/$org/settings/attestation-types/~new')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(customTypesQuery(params.org)),
  pendingComponent: () => (
    <Page title={['New type']} heading="New attestation type">
      <PendingCard shape="form" />
    </Page>
  ),
  component: NewTypePage,
  staticData: { crumb: 'New type' },
})

const empty = { name: '', description: '', comment: '', schema: '', rules: [], summary: [] }

function NewTypePage() {
  const { org } = Route.useParams()
  const navigateAfterSave = useAfterSave(Route.useNavigate())
  const { data } = useSuspenseQuery(customTypesQuery(org))
  return (
    <Page title={['New type', 'Attestation types', org]} heading="New attestation type">
      <CustomTypeEditor
        org={org}
        base={empty}
        taken={data.map(({ name }) => name)}
        refusal={useRefusal('member')}
        cancel={
          <Link
            to="/$org/settings/attestation-types"
            params={{ org }}
            activeOptions={{ exact: true }}
            className={buttonClass()}
          >
            Cancel
          </Link>
        }
        onSaved={(type) =>
          void navigateAfterSave({
            to: '/$org/settings/attestation-types/$type',
            params: { org, type },
            replace: true,
          })
        }
      />
    </Page>
  )
}
