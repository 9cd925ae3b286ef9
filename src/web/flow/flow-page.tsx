import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trailsOf } from '#domain/common/days.ts'
import { percentOf } from '#domain/common/statistics.ts'
import { uncountedQualifiers } from '#web/domain-ui/compliant-time.ts'
import { ArchivedNote as Note } from '#web/record/archived-note.tsx'
import { Page } from '#web/ui/page.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { Tags } from '#web/ui/tag.tsx'
import { flowNoun, flowQuery, flowStatisticsQuery } from './queries.ts'

/** The frame of every tab of a flow: what the flow is, and the way to the other tabs. */
export function FlowPage(props: {
  org: string
  flow: string
  /** Name of the tab, for the document's title; the first tab has none. */
  tab?: string
  /** Last in line, so that what every tab says stays where it is. */
  facts?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { org } = props
  const { data: flow } = useSuspenseQuery(flowQuery(org, props.flow))
  return (
    <Page
      title={[props.tab, flow.name, 'Flows', org]}
      heading={flow.name}
      beside={flow.description && <span className="text-muted">{flow.description}</span>}
      facts={
        <>
          <PassRate org={org} flow={flow.name} />
          <span>{flow.visibility}</span>
          {Object.keys(flow.tags).length > 0 && <Tags tags={flow.tags} />}
          {flow.repo_url && <SafeLink href={flow.repo_url} />}
          {props.facts}
        </>
      }
      actions={props.actions}
    >
      <ArchivedNote org={org} flow={flow.name} archivedAt={flow.archived_at} />
      <FlowTabs org={org} flow={flow.name} />
      {props.children}
    </Page>
  )
}

/** Note on every page of an archived flow: it can only be read, and how to change that. */
export function ArchivedNote(props: { org: string; flow: string; archivedAt: number | null }) {
  const { org, flow, archivedAt } = props
  return (
    <Note
      org={org}
      name={flow}
      one="flow"
      kind="flow_unarchived"
      needs="member"
      archivedAt={archivedAt}
      activate={() => flowNoun.activate(org, flow)}
    />
  )
}

/** A tab of a flow while it loads: heading and tabs are where they will be. */
export function FlowPending(props: { tab: string; children: ReactNode }) {
  const { org = '', flow = '' } = useParams({ strict: false })
  return (
    <Page title={[props.tab, flow, 'Flows', org]} heading={flow || <Loading />} facts={<Loading />}>
      <FlowTabs org={org} flow={flow} />
      {props.children}
    </Page>
  )
}

const tabs: readonly Tab[] = [
  { label: 'Trails', to: '/$org/flows/$flow/trails' },
  { label: 'Matrix', to: '/$org/flows/$flow/matrix' },
  { label: 'Attestations', to: '/$org/flows/$flow/attestations' },
  { label: 'Artifacts', to: '/$org/flows/$flow/artifacts' },
  { label: 'Template', to: '/$org/flows/$flow/template' },
  { label: 'Settings', to: '/$org/flows/$flow/settings' },
]

/** The way to the pages of a flow. */
function FlowTabs(props: { org: string; flow: string }) {
  return <Tabs label={props.flow} tabs={tabs} params={props} />
}

const days = 30

/** "91 % of 43 trails compliant, 30 days, by any evidence", leading to those trails. */
function PassRate(props: { org: string; flow: string }) {
  const { org, flow } = props
  const { data } = useQuery(flowStatisticsQuery(org, flow, days))
  // As long as it will be: on phones another line would move all below.
  if (!data) return <span>– % of – trails compliant, {days} days, by any evidence</span>
  const all = trailsOf(data.totals)
  if (all === 0) return <span>no trail in {days} days</span>
  return (
    <Link
      to="/$org/flows/$flow/trails"
      params={{ org, flow }}
      search={{ range: `${days}d` }}
      className="hover:underline md:max-w-none md:whitespace-nowrap"
      {...(data.totals.compliant > 0 && { title: `Compliant ${uncountedQualifiers}` })}
    >
      <span>
        <span className="font-medium whitespace-nowrap text-text">
          {percentOf(data.totals.compliant, all)} %
        </span>{' '}
        of {all} {all === 1 ? 'trail' : 'trails'} compliant, {days} days
        {data.totals.compliant > 0 && ', by any evidence'}
      </span>
    </Link>
  )
}
