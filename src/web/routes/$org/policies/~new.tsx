import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { useRefusal } from '../../../api/permission.ts'
import { readSearch } from '../../../api/search-params.ts'
import { policyQuery } from '../../../policy/queries.ts'
import { emptyPolicy, starters } from '../../../policy/starters.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { IgnoredNote } from '../../../ui/note.tsx'
import { Page } from '../../../ui/page.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'

const search = z.object({
  starter: z.optional(z.enum(['provenance', 'attestation', 'both'])),
  /** Name of a policy to begin with. */
  copy: z.optional(z.string()),
})

const PolicyEditor = lazy(() => import('../../../policy/editor.tsx'))

/** No policy is called so: names begin with a letter or a digit. */
export const Route = createFileRoute('/$org/policies/~new')({
  validateSearch: (raw) => readSearch(search, raw),
  loaderDeps: ({ search: { starter, copy } }) => ({ starter, copy }),
  loader: async ({ context: { queryClient }, params: { org }, deps: { starter, copy } }) => {
    if (copy === undefined) return starter ? starters[starter] : { name: '', text: emptyPolicy }
    const { record } = await queryClient.ensureQueryData(policyQuery(org, copy))
    const text = record.versions.at(-1)?.policy_yaml ?? emptyPolicy
    return { name: `${copy}-copy`, description: record.description, text }
  },
  pendingComponent: NewPolicyPending,
  component: NewPolicyPage,
  staticData: { crumb: 'New policy' },
})

function NewPolicyPage() {
  const { org } = Route.useParams()
  const { ignored } = Route.useSearch()
  const begin = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const policy = { description: '', comment: '', ...begin }
  return (
    <Page title={['New policy', 'Policies', org]} heading="New policy">
      <IgnoredNote
        ignored={ignored}
        onClear={() => void navigate({ search: ({ ignored: _, ...rest }) => rest })}
      />
      <Suspense fallback={<SkeletonRows rows={12} />}>
        <PolicyEditor
          org={org}
          base={{ policy }}
          refusal={useRefusal('member')}
          cancel={
            <Link to="/$org/policies" params={{ org }} className={buttonClass()}>
              Cancel
            </Link>
          }
          onSaved={(name) =>
            void navigate({
              to: '/$org/policies/$policy',
              params: { org, policy: name },
              ignoreBlocker: true,
            })
          }
        />
      </Suspense>
    </Page>
  )
}

function NewPolicyPending() {
  return (
    <Page title={['New policy']} heading="New policy">
      <SkeletonRows rows={12} />
    </Page>
  )
}
