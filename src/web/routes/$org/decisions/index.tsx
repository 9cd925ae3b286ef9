import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { listDecisionLog, exportDecisions } from '#contract/decision/decision.ts'
import { openList } from '#web/api/open-list.ts'
import { readSearch } from '#web/api/search-params.ts'
import { referencedControlsQuery } from '#web/control/queries.ts'
import DecisionLog, { decisionsHeights } from '#web/decision/decision-log.tsx'
import { FirstDecision } from '#web/decision/first-decision.tsx'
import { decisionLogQuery, decisionQueryOf, decisionSearch } from '#web/decision/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { Page } from '#web/ui/page.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { PendingCard, PendingListPage } from '#web/ui/skeleton.tsx'

const searchOf = (raw: Record<string, unknown>) => readSearch(decisionSearch, raw)

export const Route = createFileRoute('/$org/decisions/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: (opened) =>
    openList(
      'decisions',
      opened,
      decisionLogQuery(opened.params.org, searchOf(opened.location.search)),
    ),
  pendingComponent: () => (
    <PendingListPage heading="Decisions" rows={12}>
      <ReservedSpace heights={decisionsHeights}>
        <PendingCard shape="chart" />
      </ReservedSpace>
    </PendingListPage>
  ),
  component: DecisionsPage,
})

function DecisionsPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  return (
    <Page
      title={['Decisions', org]}
      heading="Decisions"
      facts={<span>Each recorded answer to “did this control pass?”</span>}
      actions={
        <PageActions
          views="decisions"
          call={{
            endpoint: listDecisionLog,
            params: { org },
            query: () => decisionQueryOf(search),
          }}
          exports={exportDecisions}
        />
      }
    >
      <DecisionLog org={org} search={search} first={<NoDecision />} />
    </Page>
  )
}

function NoDecision() {
  const { org } = Route.useParams()
  const controls = useQuery(referencedControlsQuery(org)).data?.controls ?? []
  const policies = [...new Set(controls.flatMap((one) => one.policies_referencing))].sort()
  return <FirstDecision org={org} policies={policies} />
}
