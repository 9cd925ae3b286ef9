import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'
import { SafeLink } from '../ui/safe-link.tsx'
import { Tags } from '../ui/tag.tsx'
import { ArchivedNote } from './archived-note.tsx'
import { FlowTabs } from './flow-tabs.tsx'
import { PassRate } from './pass-rate.tsx'
import { flowQuery } from './queries.ts'

/** The frame of every tab of a flow: what the flow is, and the way to the other tabs. */
export function FlowPage(props: {
  org: string
  flow: string
  /** What the tab shows, for the document's title; the first tab says nothing. */
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
      title={[...(props.tab ? [props.tab] : []), flow.name, 'Flows', org]}
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
