import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { exportControlEnvironments, getControlPage } from '#contract/control/control-page.ts'
import { getControl } from '#contract/control/control.ts'
import { exportDecisions, listDecisionLog } from '#contract/decision/decision.ts'
import { lazyPart, suspendingPart } from '#web/connection/lazy-part.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch, versionSearch } from '#web/api/search-params.ts'
import { type ControlTab, ControlPage, controlTabs } from '#web/control/control-page.tsx'
import { CoverageCard, NotAskedCard } from '#web/control/coverage-cards.tsx'
import { resultNames } from '#web/control/coverage-labels.ts'
import { CoverageTable, CoverageTab } from '#web/control/coverage-tab.tsx'
import { FactsCard, ScopeCard } from '#web/control/facts-card.tsx'
import { decisionCall } from '#web/pipeline/report-attestation.ts'
import {
  controlNoun,
  controlPageQuery,
  controlQuery,
  controlVersionsQuery,
} from '#web/control/queries.ts'
import { LastDecisionsCard } from '#web/decision/last-decisions-card.tsx'
import { decisionQueryOf, decisionSearch, lastDecisionsQuery } from '#web/decision/queries.ts'
import { archiveRemoval } from '#web/record/archive-removal.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { buttonClass, PermittedLink } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { counted } from '#domain/common/counted.ts'
import { populationOf } from '#domain/verdict/outcome-counts.ts'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'

const AttachDialog = lazyPart(() => import('#web/policy/attach/attach-dialog.tsx'))
const DecisionLog = suspendingPart(() => import('#web/decision/decision-log.tsx'))
const SettingsForm = suspendingPart(() => import('#web/control/settings-form.tsx'))
const VersionsTab = suspendingPart(() => import('#web/control/versions-tab.tsx'))

const search = z.object({
  ...z.omit(decisionSearch, { archived: true }).shape,
  result: z.optional(z.enum(resultNames)),
  ...versionSearch,
})

export const Route = createFileRoute('/$org/controls/$control/{-$tab}')({
  validateSearch: (raw: Record<string, unknown>) => readSearch(search, raw),
  loader: ({ context: { queryClient }, params: { org, control, tab } }) => {
    if (tab !== undefined && !controlTabs.some((one) => one === tab)) throw notFound()
    return Promise.all([
      queryClient.ensureQueryData(controlQuery(org, control)),
      queryClient.ensureQueryData(controlPageQuery(org, control)),
      queryClient.ensureQueryData(controlVersionsQuery(org, control)),
      tab === undefined && queryClient.ensureQueryData(lastDecisionsQuery(org, control)),
    ])
  },
  pendingComponent: () => (
    <Page title={['Controls']} heading={<span className="text-muted">Loading</span>}>
      <div className="mb-4 h-9 border-b border-line" />
      <PendingCard shape="text" className="mb-4 h-[6.875rem]" />
      <SkeletonRows rows={8} />
    </Page>
  ),
  component: OneControlPage,
  staticData: { crumb: '$control' },
})

function OneControlPage() {
  const { org, control: identifier, tab: opened } = Route.useParams()
  const { version, compare, edit, result, ...listed } = Route.useSearch()
  // What was decided stays decided where the flow was archived.
  const decisions = { ...listed, archived: 'include' as const }
  const tab = opened as ControlTab
  const query = useSuspenseQuery(controlQuery(org, identifier))
  const { versions } = useSuspenseQuery(controlVersionsQuery(org, identifier)).data
  const page = useSuspenseQuery(controlPageQuery(org, identifier)).data
  const missingRole = useRefusal('admin')
  const { record: control } = query.data
  const refusal = control.archived ? 'Archived records cannot be changed.' : missingRole
  return (
    <ControlPage
      org={org}
      control={control}
      page={page}
      shown={versions.find((one) => one.version === version)?.version ?? control.version}
      newest={versions[0]}
      tab={tab}
      actions={
        <>
          {!edit && (
            <PermittedLink refusal={refusal}>
              <Link
                to="/$org/controls/$control/{-$tab}"
                params={{ org, control: identifier }}
                search={{ edit: true }}
                className={buttonClass()}
              >
                Edit
              </Link>
            </PermittedLink>
          )}
          {tab === 'decisions' ? (
            <PageActions
              call={{
                endpoint: listDecisionLog,
                params: { org },
                query: () => decisionQueryOf({ ...decisions, control: [identifier] }),
              }}
              exports={exportDecisions}
            />
          ) : tab === 'coverage' ? (
            <PageActions
              call={{
                endpoint: getControlPage,
                params: { org, identifier },
                query: () => ({ result }),
              }}
              exports={exportControlEnvironments}
            />
          ) : (
            <PageActions
              call={{ endpoint: getControl, params: { org, identifier } }}
              {...(tab === undefined && { exports: exportControlEnvironments })}
              {...(!control.archived &&
                archiveRemoval({ noun: controlNoun, org, name: identifier, refusal: missingRole }))}
            />
          )}
        </>
      }
    >
      <StaleNote what="The control" query={query} />
      {tab !== 'decisions' && <IgnoredNote ignored={decisions.ignored} />}
      <Suspense fallback={<SkeletonRows rows={10} />}>
        {tab === undefined && edit && (
          <div className="mb-6 grid max-w-[45rem] gap-4">
            <SettingsForm org={org} control={identifier} refusal={refusal} />
            <div>
              <Link to="." search={{}} activeOptions={{ exact: true }} className={buttonClass()}>
                Done
              </Link>
            </div>
          </div>
        )}
        {tab === undefined && <Coverage isOverview />}
        {tab === 'coverage' && <Coverage />}
        {tab === 'decisions' && (
          <DecisionLog org={org} control={identifier} search={decisions} first={<NoDecision />} />
        )}
        {tab === 'versions' && (
          <VersionsTab versions={versions} version={version} compare={compare} />
        )}
      </Suspense>
    </ControlPage>
  )
}

/** Where it is enforced, and on the overview what is not asked, its scope and its last decisions. */
function Coverage(props: { isOverview?: boolean }) {
  const { org, control } = Route.useParams()
  const { result } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [gap, setGap] = useState<string | null>(null)
  const query = useSuspenseQuery(controlPageQuery(org, control))
  const { record } = useSuspenseQuery(controlQuery(org, control)).data
  const refusal = useRefusal('member')
  const { environments, coverage, logical_environments: logical } = query.data
  const shown = { org, control, environments, logical, refusal, onAttach: setGap }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StaleNote what="The coverage" query={query} />
      <CoverageCard coverage={coverage} />
      {!props.isOverview ? (
        environments.length > 0 && (
          <CoverageTab
            {...shown}
            result={result}
            onNarrow={(chosen) => void navigate({ search: { result: chosen } })}
          />
        )
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[62.5rem]/main:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {environments.length > 0 && (
              <Card
                title="Where it applies"
                remark={`${counted(environments.length, 'environment')} in scope; running artifacts, worst first`}
              >
                <CoverageTable {...shown} />
              </Card>
            )}
            <NotAskedCard
              {...shown}
              control={control}
              rules={query.data.rules}
              population={populationOf(coverage.running)}
            />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <ScopeCard control={record} page={query.data} />
            <LastDecisionsCard
              org={org}
              control={control}
              total={query.data.decision_count}
              all={
                <Link
                  to="/$org/controls/$control/{-$tab}"
                  params={{ org, control, tab: 'decisions' }}
                  className="text-accent hover:underline max-md:py-3"
                >
                  All decisions
                </Link>
              }
            />
            <FactsCard org={org} control={record} />
          </div>
        </div>
      )}
      {gap !== null && (
        <AttachDialog
          org={org}
          fixed={{ environments: [gap], control }}
          taken={[]}
          onClose={() => setGap(null)}
        />
      )}
    </div>
  )
}

function NoDecision() {
  const { org, control } = Route.useParams()
  return (
    <Card title="No decisions yet" answer="Nobody has recorded whether this control held.">
      <div className="px-4 pb-4">
        <CallBox call={decisionCall(org, control)} />
      </div>
    </Card>
  )
}
