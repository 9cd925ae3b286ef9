import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { GitCompare } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Environment } from '#contract/environment/environment.ts'
import { useChangeRefusal } from '#web/api/permission.ts'
import { useStale } from '#web/domain-ui/use-stale.ts'
import { VerdictPill } from '#web/domain-ui/verdict.tsx'
import { useWhyKey, WhyLink } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { ArchivedNote } from '#web/record/archived-note.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { Loading } from '#web/ui/skeleton.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { Tags } from '#web/ui/tag.tsx'
import { TimeAgo, TimeSince } from '#web/ui/time.tsx'
import { useIsPhone } from '#web/ui/use-media-query.ts'
import { Description } from './description.tsx'
import { ExceptionsFact } from './exceptions-fact.tsx'
import { environmentNoun, environmentQuery } from './queries.ts'
import { ReportingFact, SilenceSentence } from './reporting.tsx'
import { verdictOfEnvironment } from './verdict.ts'

/** The frame of every tab of an environment: how it stands, what it is, and the other tabs. */
export function EnvironmentPage(props: {
  org: string
  env: string
  /** Name of the tab, for the document's title; the first tab has none. */
  tab?: string
  /** Last in line, so that what every tab says stays where it is. */
  facts?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { org } = props
  const { data: environment } = useSuspenseQuery(environmentQuery(org, props.env))
  const { name, type, included_environments: members } = environment
  const qualified = {
    verdict: verdictOfEnvironment(environment),
    qualifiers: environment.qualifiers,
    isStale: useStale(environment.stale_at),
    isNeverReported: environment.last_reported_at === null,
  }
  const { why } = useSearch({ strict: false })
  const isPhone = useIsPhone()
  useWhyKey(whyTitle(name, qualified))
  return (
    <Page
      title={[props.tab, name, 'Environments', org]}
      heading={name}
      isCovered={isPhone && why !== undefined}
      beside={
        <>
          <VerdictPill {...qualified} />
          <SilenceSentence environment={environment} />
          <WhyLink
            of="environment"
            name={whyTitle(name, qualified)}
            className="max-md:-my-3 max-md:py-3"
          />
          <span className="text-muted">
            <TimeSince at={environment.since} of={qualified.isStale && 'same verdict'} />
          </span>
          <Description key={name} org={org} environment={environment} />
        </>
      }
      facts={
        <>
          <span>{type}</span>
          <When label="Reported" at={environment.last_reported_at} />
          <ReportingFact org={org} environment={environment} />
          <When label="Changed" at={environment.last_changed_at} />
          <PoliciesFact org={org} environment={environment} />
          <ExceptionsFact org={org} environment={environment} />
          {members && <Members org={org} env={name} names={members} />}
          {Object.keys(environment.tags).length > 0 && <Tags tags={environment.tags} />}
          {props.facts}
        </>
      }
      actions={
        <>
          {props.tab === undefined && environment.archived_at === null && (
            <Link
              to="/$org/can-i-deploy"
              params={{ org }}
              search={{ environment: [name] }}
              className={buttonClass()}
            >
              Can I deploy here?
            </Link>
          )}
          <CompareLink org={org} env={name} />
          {props.actions}
        </>
      }
    >
      <ArchivedNote
        org={org}
        name={name}
        one="environment"
        kind="environment_unarchived"
        needs="snapshotter"
        archivedAt={environment.archived_at}
        activate={() => environmentNoun.activate(org, name)}
      />
      <EnvironmentTabs org={org} env={name} />
      {props.children}
    </Page>
  )
}

function When(props: { label: string; at: number | null }) {
  return (
    <span>
      {props.at === null ? (
        `Never ${props.label.toLowerCase()}`
      ) : (
        <>
          {props.label}
          <span className="font-medium text-text">
            <TimeAgo at={props.at} suffix />
          </span>
        </>
      )}
    </span>
  )
}

/** The way to two snapshots beside each other, of this environment or of two. */
function CompareLink(props: { org: string; env: string }) {
  const navigate = useNavigate()
  const to = { to: '/$org/environments/$env/diff', params: props } as const
  useShortcuts([
    { key: 'c', label: 'Compare snapshots', icon: GitCompare, run: () => void navigate(to) },
  ])
  return (
    <Link {...to} className={buttonClass()}>
      Compare
    </Link>
  )
}

function Members(props: { org: string; env: string; names: readonly string[] }) {
  const { org, env, names } = props
  const [first, ...others] = names
  if (first === undefined) return <span>Includes no environment yet</span>
  return (
    <span title={names.join(', ')}>
      Includes
      <Link
        to="/$org/environments/$env"
        params={{ org, env: first }}
        className="truncate text-text hover:underline"
      >
        {first}
      </Link>
      {others.length > 0 && (
        <Link
          to="/$org/environments/$env/settings"
          params={{ org, env }}
          className="shrink-0 hover:underline"
        >
          and {others.length} more
        </Link>
      )}
    </span>
  )
}

/** A tab of an environment while it loads: heading and tabs are where they will be. */
export function EnvironmentPending(props: { tab: string; children: ReactNode }) {
  const { org = '', env = '' } = useParams({ strict: false })
  return (
    <Page
      title={[props.tab, env, 'Environments', org]}
      heading={env || <Loading />}
      facts={<Loading />}
    >
      <EnvironmentTabs org={org} env={env} />
      {props.children}
    </Page>
  )
}

/** The pages of an environment. */
const environmentTabs = [
  { label: 'Running', to: '/$org/environments/$env/running' },
  { label: 'Snapshots', to: '/$org/environments/$env/snapshots' },
  { label: 'Events', to: '/$org/environments/$env/events' },
  { label: 'Deployments', to: '/$org/environments/$env/deployments' },
  { label: 'Policies', to: '/$org/environments/$env/policies' },
  { label: 'Allow-list', to: '/$org/environments/$env/allow-list' },
  { label: 'Settings', to: '/$org/environments/$env/settings' },
] as const satisfies readonly Tab[]

/** The way to the pages of an environment. */
export function EnvironmentTabs(props: { org: string; env: string }) {
  return <Tabs label={props.env} tabs={environmentTabs} params={props} />
}

/** The policies that an environment is evaluated by; where there are none, why verdicts are unknown. */
function PoliciesFact(props: { org: string; environment: Environment }) {
  const { org, environment } = props
  const { name, type, policies } = environment
  const refusal = useChangeRefusal('environment', environment)
  if (type === 'logical') return null
  const tab = { to: '/$org/environments/$env/policies', params: { org, env: name } } as const
  const [policy, ...others] = policies
  if (policy === undefined) {
    return (
      <span>
        Unknown for lack of a policy
        {refusal === null && (
          <Link {...tab} search={{ attach: true }} className="font-medium hover:underline">
            Attach policy
          </Link>
        )}
      </span>
    )
  }
  return (
    <span title={policies.join(', ')}>
      {policies.length === 1 ? 'Policy' : 'Policies'}
      <Link
        to="/$org/policies/$policy"
        params={{ org, policy }}
        className="truncate text-text hover:underline"
      >
        {policy}
      </Link>
      {others.length > 0 && (
        <Link {...tab} className="shrink-0 hover:underline">
          and {others.length} more
        </Link>
      )}
    </span>
  )
}
