import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import * as z from 'zod/mini'
import { exportAttachedPolicies, listAttachedPolicies } from '#contract/policy/policy-page.ts'
import { suspendingPart } from '#web/connection/lazy-part.ts'
import { useChangeRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { EnvironmentPage, EnvironmentPending } from '#web/environment/environment-page.tsx'
import { OfMembersCard } from '#web/environment/of-members-card.tsx'
import { environmentQuery } from '#web/environment/queries.ts'
import { AttachedCard } from '#web/policy/attach/attached-card.tsx'
import { attachedPoliciesQuery } from '#web/policy/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { FirstCard } from '#web/ui/first-steps.tsx'
import { attachCall } from '#web/pipeline/environment-rules.ts'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** Whether the dialog that attaches is open. */
const search = z.object({ attach: z.optional(z.boolean()) })

const AttachDialog = suspendingPart(() => import('#web/policy/attach/attach-dialog.tsx'))

export const Route = createFileRoute('/$org/environments/$env/policies')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: ({ context: { queryClient }, params: { org, env } }) =>
    Promise.all([
      queryClient.ensureQueryData(environmentQuery(org, env)),
      queryClient.ensureQueryData(attachedPoliciesQuery(org, env)),
    ]),
  pendingComponent: () => (
    <EnvironmentPending tab="Policies">
      <SkeletonRows rows={6} />
    </EnvironmentPending>
  ),
  component: PoliciesPage,
  staticData: { crumb: 'Policies' },
})

function PoliciesPage() {
  const { org, env } = Route.useParams()
  const { attach, ignored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: environment } = useSuspenseQuery(environmentQuery(org, env))
  const query = useSuspenseQuery(attachedPoliciesQuery(org, env))
  const isLogical = environment.type === 'logical'
  const refusal = useChangeRefusal('environment', environment)
  const setAttaching = (isOpen: boolean) =>
    void navigate({ search: isOpen ? { attach: true } : {}, replace: true })
  return (
    <EnvironmentPage
      org={org}
      env={env}
      tab="Policies"
      actions={
        <>
          <PageActions
            call={{ endpoint: listAttachedPolicies, params: { org, env_name: env } }}
            exports={exportAttachedPolicies}
          />
          {!isLogical && (
            <Button kind="primary" refusal={refusal} onClick={() => setAttaching(true)}>
              Attach policy
            </Button>
          )}
        </>
      }
    >
      <IgnoredNote ignored={ignored} onClear={() => setAttaching(false)} />
      <StaleNote what="The policies" query={query} />
      {query.data.length > 0 ? (
        <AttachedCard org={org} env={env} policies={query.data} refusal={refusal} />
      ) : isLogical ? (
        <OfMembersCard
          title="Evaluated by its members' policies"
          advice="Attach policies to those."
        />
      ) : environment.archived_at !== null ? (
        <p className="text-table text-muted">No policy is attached. {refusal}</p>
      ) : (
        <FirstCard
          title="Unknown, for lack of a policy"
          answer="Nothing says yet what may run here, so nothing here is compliant or not. Attach a policy, and everything that runs is evaluated at once."
          steps={[
            {
              title: 'Attach a policy, with the button above or by this call',
              content: (
                <>
                  {refusal && <p className="mb-2 text-muted">{refusal}</p>}
                  <CallBox call={attachCall(org, env)} />
                </>
              ),
            },
          ]}
        />
      )}
      <Suspense>
        {attach && !isLogical && refusal === null && (
          <AttachDialog
            org={org}
            fixed={{ environments: [env] }}
            taken={query.data.map(({ name }) => name)}
            onClose={() => setAttaching(false)}
          />
        )}
      </Suspense>
    </EnvironmentPage>
  )
}
