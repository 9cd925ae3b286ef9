import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type AllowedArtifact,
  exportAllowedArtifacts,
  listAllowedArtifacts,
} from '#contract/allow-list/allow-list.ts'
import { allowedColumns } from '#web/allow-list/columns.tsx'
import { FirstEntry } from '#web/allow-list/first-entry.tsx'
import { allowanceRequestsQuery } from '#web/allow-list/queries.ts'
import { AllowanceRequests } from '#web/allow-list/requests.tsx'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useChangeRefusal } from '#web/api/permission.ts'
import { useStale } from '#web/domain-ui/use-stale.ts'
import { EnvironmentPage, EnvironmentPending } from '#web/environment/environment-page.tsx'
import { OfMembersCard } from '#web/environment/of-members-card.tsx'
import { environmentQuery } from '#web/environment/queries.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { allowListQuery } from '#web/policy/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const AllowDialog = lazyPart(() => import('#web/allow-list/allow-dialog.tsx'))
const DisallowDialog = lazyPart(() => import('#web/allow-list/disallow-dialog.tsx'))

export const Route = createFileRoute('/$org/environments/$env/allow-list')({
  loader: ({ context: { queryClient }, params: { org, env } }) =>
    Promise.all([
      queryClient.ensureQueryData(environmentQuery(org, env)),
      queryClient.ensureQueryData(allowListQuery(org, env)),
      queryClient.ensureQueryData(allowanceRequestsQuery(org, env)),
    ]),
  pendingComponent: () => (
    <EnvironmentPending tab="Allow-list">
      <SkeletonRows rows={6} />
    </EnvironmentPending>
  ),
  component: AllowListPage,
  staticData: { crumb: 'Allow-list' },
})

function AllowListPage() {
  const { org, env } = Route.useParams()
  const { data: environment } = useSuspenseQuery(environmentQuery(org, env))
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: () => allowListQuery(org, env),
    rowsOf: (all) => all,
    rowId: (artifact) => artifact.artifact_fingerprint,
  })
  const [isAllowing, setAllowing] = useState(false)
  const [leaving, setLeaving] = useState<AllowedArtifact | null>(null)
  const isLogical = environment.type === 'logical'
  const refusal = useChangeRefusal('environment', environment)
  const isStale = useStale(environment.stale_at)
  return (
    <EnvironmentPage
      org={org}
      env={env}
      tab="Allow-list"
      actions={
        <>
          <PageActions
            call={{ endpoint: listAllowedArtifacts, params: { org, env_name: env } }}
            exports={exportAllowedArtifacts}
          />
          {!isLogical && (
            <Button kind="primary" refusal={refusal} onClick={() => setAllowing(true)}>
              Allow an artifact
            </Button>
          )}
        </>
      }
    >
      <AllowanceRequests org={org} env={env} />
      <ListBody
        list={list}
        title="The allow-list"
        what="artifact"
        first={
          isLogical ? (
            <OfMembersCard title="No allow-list of its own" advice="Allow artifacts in those." />
          ) : environment.archived_at !== null ? (
            <p className="text-table text-muted">No artifact is allow-listed. {refusal}</p>
          ) : (
            <FirstEntry org={org} env={env} tags={environment.tags} refusal={refusal} />
          )
        }
      >
        <DataTable
          caption={`Artifacts allowed in ${env}, newest first`}
          columns={allowedColumns({ org, refusal, isStale, onRemove: setLeaving })}
          {...list.table}
        />
      </ListBody>
      <p className="mt-3 text-table">
        <Link
          to="/$org/exceptions"
          params={{ org }}
          search={{ kind: ['allow_list'], environment_name: env, state: ['ended'] }}
          className="text-accent hover:underline max-md:inline-block max-md:py-3"
        >
          Entries that have ended
        </Link>
      </p>
      {isAllowing && (
        <AllowDialog
          org={org}
          env={env}
          tags={environment.tags}
          onClose={() => setAllowing(false)}
        />
      )}
      {leaving && (
        <DisallowDialog org={org} env={env} artifact={leaving} onClose={() => setLeaving(null)} />
      )}
    </EnvironmentPage>
  )
}
