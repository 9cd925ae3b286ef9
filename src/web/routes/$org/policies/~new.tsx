import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { Policy } from '#contract/policy/policy.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { type StarterName, emptyPolicy, starters } from '#web/policy/first-policy.tsx'
import { policyQuery } from '#web/policy/queries.ts'
import { useAfterSave } from '#web/record/use-change.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { IgnoredNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'

const search = z.object({
  starter: z.optional(z.enum(['provenance', 'attestation', 'both'])),
  /** Name of a policy to begin with. */
  copy: z.optional(z.string()),
})

const PolicyEditor = lazyPart(
  () => import('#web/policy/editor/editor.tsx'),
  <PendingCard shape="form" />,
)

/** No policy is called so: names begin with a letter or a digit. */
export const Route = createFileRoute('/$org/policies/~new')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: async ({ context: { queryClient }, params: { org }, location }) => {
    const { copy } = readSearch(search, location.search)
    if (copy !== undefined) await queryClient.ensureQueryData(policyQuery(org, copy))
  },
  pendingComponent: () => (
    <Page title={['New policy']} heading="New policy">
      <PendingCard shape="form" />
    </Page>
  ),
  component: NewPolicyPage,
  staticData: { crumb: 'New policy' },
})

function NewPolicyPage() {
  const { org } = Route.useParams()
  const { starter, copy, ignored } = Route.useSearch()
  const navigateAfterSave = useAfterSave(Route.useNavigate())
  const { data } = useQuery({ ...policyQuery(org, copy ?? ''), enabled: copy !== undefined })
  const policy = data ? copyOf(data.record) : beginWith(starter)
  return (
    <Page title={['New policy', 'Policies', org]} heading="New policy">
      <IgnoredNote ignored={ignored} />
      <PolicyEditor
        org={org}
        base={{ policy }}
        refusal={useRefusal('member')}
        cancel={
          <Link
            to="/$org/policies"
            params={{ org }}
            activeOptions={{ exact: true }}
            className={buttonClass()}
          >
            Cancel
          </Link>
        }
        onSaved={(name) =>
          void navigateAfterSave({
            to: '/$org/policies/$policy',
            params: { org, policy: name },
            replace: true,
          })
        }
      />
    </Page>
  )
}

const beginWith = (starter?: StarterName) => ({
  description: '',
  comment: '',
  ...(starter ? starters[starter] : { name: '', text: emptyPolicy }),
})

const copyOf = ({ name, description, versions }: Policy) => ({
  name: `${name}-copy`,
  description,
  comment: '',
  text: versions.at(-1)?.policy_yaml ?? emptyPolicy,
})
