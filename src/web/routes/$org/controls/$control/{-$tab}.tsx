import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { getControl } from '#contract/control/control.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch, versionSearch } from '#web/api/search-params.ts'
import { type ControlTab, ControlPage, controlTabs } from '#web/control/control-page.tsx'
import { CoverageCard } from '#web/control/coverage-card.tsx'
import { resultNames } from '#web/control/coverage-labels.ts'
import { CoverageTable, CoverageTab } from '#web/control/coverage-tab.tsx'
import { FactsCard } from '#web/control/facts-card.tsx'
import { ScopeCard } from '#web/control/scope-card.tsx'
import { decisionCall } from '#web/pipeline/report-attestation.ts'
import {
  controlNoun,
  controlPageQuery,
  controlQuery,
  controlVersionsQuery,
} from '#web/control/queries.ts'
import { decisionSearch } from '#web/decision/queries.ts'
import { ArchiveCard } from '#web/record/archive-card.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { counted } from '#domain/common/counted.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const AttachDialog = lazyPart(() => import('#web/policy/attach/attach-dialog.tsx'))
const DecisionLog = lazyPart(() => import('#web/decision/decision-log.tsx'))
const SettingsForm = lazyPart(() => import('#web/control/settings-form.tsx'))
const VersionsTab = lazyPart(() => import('#web/control/versions-tab.tsx'))

const search = z.object({
  ...decisionSearch.shape,
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
    ])
  },
  pendingComponent: ControlPending,
  component: OneControlPage,
  staticData: { crumb: '$control' },
})

function OneControlPage() {
  const { org, control: identifier, tab: opened } = Route.useParams()
  const { version, compare, edit, result: _, ...decisions } = Route.useSearch()
  const tab = opened as ControlTab
  const navigate = Route.useNavigate()
  const query = useSuspenseQuery(controlQuery(org, identifier))
  const { versions } = useSuspenseQuery(controlVersionsQuery(org, identifier)).data
  const missingRole = useRefusal('admin')
  const { record: control } = query.data
  const refusal = control.archived ? 'What is archived is not changed.' : missingRole
  return (
    <ControlPage
      org={org}
      control={control}
      newest={versions[0]}
      tab={tab}
      actions={
        <>
          <PageActions call={{ endpoint: getControl, params: { org, identifier } }} />
          {!edit && (
            <Link
              to="/$org/controls/$control/{-$tab}"
              params={{ org, control: identifier }}
              search={{ edit: true }}
              className={buttonClass({ kind: 'primary' })}
            >
              Edit
            </Link>
          )}
        </>
      }
    >
      <StaleNote what="The control" query={query} />
      {tab !== 'decisions' && (
        <IgnoredNote
          ignored={decisions.ignored}
          onClear={() => void navigate({ search: ({ ignored: _, ...rest }) => rest })}
        />
      )}
      <Suspense fallback={<SkeletonRows rows={10} />}>
        {tab === undefined && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {edit && (
              <div className="grid max-w-[720px] gap-4">
                <SettingsForm org={org} control={identifier} refusal={refusal} />
                <div>
                  <Link to="." search={{}} className={buttonClass()}>
                    Done
                  </Link>
                </div>
              </div>
            )}
            <Coverage isOverview />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
              <Scope />
              <FactsCard org={org} control={control} />
              {!control.archived && (
                <ArchiveCard noun={controlNoun} org={org} name={identifier} refusal={missingRole} />
              )}
            </div>
          </div>
        )}
        {tab === 'coverage' && <Coverage />}
        {tab === 'decisions' && (
          <DecisionLog
            org={org}
            control={identifier}
            search={decisions}
            onChange={(change) =>
              void navigate({ search: ({ ignored: _, ...rest }) => ({ ...rest, ...change }) })
            }
            empty={<NoDecision />}
          />
        )}
        {tab === 'versions' && (
          <VersionsTab versions={versions} version={version} compare={compare} />
        )}
      </Suspense>
    </ControlPage>
  )
}

/** Where it is enforced; with the environments themselves on their own tab. */
function Coverage(props: { isOverview?: boolean }) {
  const { org, control } = Route.useParams()
  const { result } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [gap, setGap] = useState<string | null>(null)
  const query = useSuspenseQuery(controlPageQuery(org, control))
  const refusal = useRefusal('member')
  const { environments, coverage, logical_environments: logical } = query.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StaleNote what="The coverage" query={query} />
      <CoverageCard coverage={coverage} />
      {environments.length > 0 &&
        (props.isOverview ? (
          <Card
            title="Where it applies"
            remark={`${counted(environments.length, 'environment')} in scope; running artifacts, worst first`}
          >
            <CoverageTable
              org={org}
              environments={environments}
              logical={logical}
              refusal={refusal}
              onAttach={setGap}
            />
          </Card>
        ) : (
          <CoverageTab
            org={org}
            environments={environments}
            logical={logical}
            result={result}
            refusal={refusal}
            onAttach={setGap}
            onNarrow={(chosen) => void navigate({ search: { result: chosen } })}
          />
        ))}
      <Suspense>
        {gap !== null && (
          <AttachDialog
            org={org}
            fixed={{ environments: [gap], control }}
            taken={[]}
            onClose={() => setGap(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

function Scope() {
  const { org, control } = Route.useParams()
  const { record } = useSuspenseQuery(controlQuery(org, control)).data
  return <ScopeCard control={record} page={useSuspenseQuery(controlPageQuery(org, control)).data} />
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

function ControlPending() {
  return (
    <Page title={['Controls']} heading={<span className="text-muted">Loading</span>}>
      <div className="mb-4 h-9 border-b border-line" />
      <div className="mb-4 h-[110px] rounded-card border border-line" />
      <SkeletonRows rows={8} />
    </Page>
  )
}
