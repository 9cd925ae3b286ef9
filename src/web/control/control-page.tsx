import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getControlPage, ShownEnvironment } from '#contract/control/control-page.ts'
import type { Control, ControlVersion } from '#contract/control/control.ts'
import { formatCount } from '#domain/common/counted.ts'
import { frameworkLabel } from '#domain/control/framework-label.ts'
import { requirementsOf } from '#domain/control/requirements.ts'
import { VerdictPill } from '#web/domain-ui/verdict.tsx'
import { HistoryLink } from '#web/domain-ui/history-link.tsx'
import { ArchivedNote } from '#web/record/archived-note.tsx'
import { VersionFacts } from '#web/record/version-facts.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Tags } from '#web/ui/tag.tsx'
import { TimeSince } from '#web/ui/time.tsx'
import { headingRemark, headingText, isQualified, outcomes } from './coverage-labels.ts'
import { controlNoun } from './queries.ts'

const to = '/$org/controls/$control/{-$tab}'

/** The pages of a control, by the last segment of their address. */
export const controlTabs = ['decisions', 'coverage', 'versions'] as const
export type ControlTab = (typeof controlTabs)[number] | undefined

type ShownPage = ResponseOf<typeof getControlPage>

const tabsOf = ({ version }: Control, { coverage, decision_count }: ShownPage) =>
  [
    { label: 'Overview', to, params: { tab: undefined }, isExact: true },
    {
      label: 'Decisions',
      count: formatCount(decision_count),
      to,
      params: { tab: 'decisions' },
    },
    {
      label: 'Coverage',
      count: `${coverage.covered} of ${coverage.total}`,
      to,
      params: { tab: 'coverage' },
    },
    { label: 'Versions', count: String(version), to, params: { tab: 'versions' } },
  ] as const

/** The frame of a control: whether it holds, who answers for it, and what cites it. */
export function ControlPage(props: {
  org: string
  control: Control
  page: ShownPage
  /** Number of the version that is shown. */
  shown: number
  newest: ControlVersion | undefined
  tab: ControlTab
  actions: ReactNode
  children: ReactNode
}) {
  const { org, control, page, newest, tab } = props
  const { identifier, name, archived, tags, owner, policies_referencing } = control
  const { coverage } = page
  const { frameworks } = requirementsOf([{ identifier, tags }])
  const isFramework = (key: string) => frameworks.some((one) => one.name === key && one.is_shown)
  const others = Object.fromEntries(Object.entries(tags).filter(([key]) => !isFramework(key)))
  const tabs = tabsOf(control, page)
  const { verdict, isStale } = outcomes[coverage.outcome]
  const opened = tabs.find(({ params }) => params.tab === tab)
  return (
    <Page
      title={[tab && opened?.label, identifier, 'Controls', org]}
      heading={`${identifier} ${name}`}
      beside={
        <>
          <VerdictPill
            verdict={coverage.outcome === 'partly_asked' ? 'compliant' : verdict}
            label={headingText(coverage)}
            isStale={isStale}
            isOutlined={isQualified(coverage) || coverage.outcome === 'partly_asked'}
          />
          <FailingSince environments={page.environments} />
          <span className="text-muted wrap-anywhere">{headingRemark(coverage)}</span>
        </>
      }
      facts={
        <>
          {owner && (
            <span className="wrap-anywhere">
              Owner <span className="font-medium text-text">{owner}</span>
            </span>
          )}
          <VersionFacts shown={props.shown} count={control.version} newest={newest} />
          {Object.entries(tags)
            .filter(([key]) => isFramework(key))
            .map(([key, value]) => (
              <span key={key} className="wrap-anywhere">
                {frameworkLabel(key)} <span className="font-medium text-text">{value}</span>
              </span>
            ))}
          {Object.keys(others).length > 0 && <Tags tags={others} />}
          {policies_referencing.length > 0 && (
            <span className="flex-wrap">
              Cited by
              {policies_referencing.map((policy) => (
                <Link
                  key={policy}
                  to="/$org/policies/$policy"
                  params={{ org, policy }}
                  className="font-medium wrap-anywhere text-text hover:underline max-md:py-3"
                >
                  {policy}
                </Link>
              ))}
            </span>
          )}
          <HistoryLink org={org} type="control" name={identifier} />
        </>
      }
      actions={props.actions}
    >
      <ArchivedNote
        org={org}
        name={identifier}
        one="control"
        kind="control_unarchived"
        needs="admin"
        archivedAt={archived ? (newest?.timestamp ?? control.created_at) : null}
        consequence="It cannot be edited. Rules that name it still apply."
        activate={() => controlNoun.activate(org, identifier)}
      />
      <Tabs label={identifier} tabs={tabs} params={{ org, control: identifier }} />
      {props.children}
    </Page>
  )
}

/** Since when the artifact fails that fails for the longest time. */
function FailingSince(props: { environments: readonly ShownEnvironment[] }) {
  const all = props.environments.flatMap(({ failing_since }) => failing_since ?? [])
  if (all.length === 0) return null
  const isAtLeast = props.environments.some(({ may_fail_longer }) => may_fail_longer)
  return (
    <span className="text-muted">
      <TimeSince at={Math.min(...all)} of={isAtLeast && 'at least'} />
    </span>
  )
}
