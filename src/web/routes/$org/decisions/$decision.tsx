import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { getDecisionPage } from '#contract/decision/decision.ts'
import { Evidence } from '#web/attestation/evidence/evidence.tsx'
import { ChangedNote } from '#web/decision/changed-note.tsx'
import { FactsCard, InputsCard, ViolationsCard } from '#web/decision/decision-cards.tsx'
import { decisionQuery } from '#web/decision/queries.ts'
import { verdictOf, VerdictPill } from '#web/domain-ui/verdict.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingRecordPage } from '#web/ui/skeleton.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

export const Route = createFileRoute('/$org/decisions/$decision')({
  loader: async ({ context: { queryClient }, params: { org, decision: id } }) => {
    const { decision } = await queryClient.ensureQueryData(decisionQuery(org, id))
    return { crumb: decision.control }
  },
  pendingComponent: () => <PendingRecordPage title={['Decisions']} rows={[6, 8]} />,
  component: DecisionPage,
})

function DecisionPage() {
  const { org, decision: id } = Route.useParams()
  const query = useSuspenseQuery(decisionQuery(org, id))
  const page = query.data
  const { decision } = page
  const name = decision.attestation_name || 'decision'
  return (
    <Page
      title={[`${name} for ${decision.control}`, 'Decisions', org]}
      heading={`Decision on ${decision.control}`}
      beside={<VerdictPill verdict={verdictOf(decision.is_compliant)} />}
      facts={
        <>
          <span>{name}</span>
          <span>
            {decision.is_compliant ? 'The control passed' : 'The control failed'}, recorded by{' '}
            {decision.reported_by}
            <span className="font-medium text-text">
              <TimeAgo at={decision.created_at} suffix />
            </span>
          </span>
        </>
      }
      actions={
        <>
          <PageActions call={{ endpoint: getDecisionPage, params: { org, attestation_id: id } }} />
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow: decision.flow_name, trail: decision.trail_name }}
            search={{ attestation_id: id }}
            className={buttonClass()}
          >
            Open trail
          </Link>
        </>
      }
    >
      <StaleNote what="The decision" query={query} />
      <ChangedNote org={org} page={page} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <ViolationsCard page={page} />
          <InputsCard page={page} />
        </div>
        <div className="grid min-w-0 gap-4">
          <FactsCard org={org} page={page} />
          <Card title="Evidence">
            <div className="grid gap-4 px-4 pb-4 text-table">
              <Evidence org={org} attestation={decision} />
              <Disclosure label="Raw record">
                <JsonTree value={decision} searchable="Search the record" />
              </Disclosure>
            </div>
          </Card>
        </div>
      </div>
    </Page>
  )
}
