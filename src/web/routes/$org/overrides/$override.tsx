import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { getOverride } from '#contract/override/override.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { StateLabel } from '#web/override/override-parts.tsx'
import { ChangeRefusals, OverrideActions } from '#web/override/page/actions.tsx'
import { CurrentStateCard, FactsCard, HistoryCard } from '#web/override/page/override-cards.tsx'
import { RecordedImpact } from '#web/override/page/recorded-impact.tsx'
import { overrideQuery } from '#web/override/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingRecordPage } from '#web/ui/skeleton.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

export const Route = createFileRoute('/$org/overrides/$override')({
  loader: async ({ context: { queryClient }, params: { org, override: id } }) => {
    const { override } = await queryClient.ensureQueryData(overrideQuery(org, id))
    return { crumb: override.attestation_name }
  },
  pendingComponent: () => <PendingRecordPage title={['Override']} rows={[6, 8]} />,
  component: OverridePage,
})

function OverridePage() {
  const { org, override: id } = Route.useParams()
  const query = useSuspenseQuery(overrideQuery(org, id))
  const { override, history, impact } = query.data
  const { attestation_name: name, flow_name: flow, trail_name: trail } = override
  return (
    <Page
      title={[`Override of ${name}`, 'Exceptions', org]}
      heading={`${override.is_request ? 'Request to override' : 'Override of'} ${name}`}
      beside={<StateLabel state={override.state} />}
      facts={
        <>
          <span>
            {lookOf(override.attestation_type).label} on {flow} /{' '}
            <Link
              to="/$org/flows/$flow/trails/$trail"
              params={{ org, flow, trail }}
              className="text-text hover:underline"
            >
              {trail}
            </Link>
          </span>
          <span>
            by {override.created_by} <TimeAgo at={override.created_at} suffix />
          </span>
        </>
      }
      actions={
        <>
          <OverrideActions org={org} override={override} />
          <PageActions call={{ endpoint: getOverride, params: { org, override_id: id } }} />
        </>
      }
    >
      <StaleNote what="The override" query={query} />
      <p className="mb-4 empty:hidden print:hidden">
        <ChangeRefusals override={override} />
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <CurrentStateCard org={org} override={override} />
          <RecordedImpact org={org} override={override} impact={impact} />
        </div>
        <div className="grid min-w-0 gap-4">
          <FactsCard org={org} override={override} />
          <HistoryCard history={history} />
        </div>
      </div>
    </Page>
  )
}
