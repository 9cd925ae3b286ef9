import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'
import { SafeLink } from '../ui/safe-link.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { Tags } from '../ui/tag.tsx'
import { ArchivedNote } from './archived-note.tsx'
import { PassRate } from './pass-rate.tsx'
import { flowQuery } from './queries.ts'

const tabs: readonly Tab[] = [
  { label: 'Trails', to: '/$org/flows/$flow/trails' },
  { label: 'Matrix', to: '/$org/flows/$flow/matrix' },
  { label: 'Attestations', to: '/$org/flows/$flow/attestations' },
  { label: 'Artifacts', to: '/$org/flows/$flow/artifacts' },
  { label: 'Template', to: '/$org/flows/$flow/template' },
  { label: 'Settings', to: '/$org/flows/$flow/settings' },
]

/** The frame of every tab of a flow: what the flow is, and the way to the other tabs. */
export function FlowPage(props: {
  org: string
  flow: string
  /** What the tab shows, for the document's title; the first tab says nothing. */
  tab?: string
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
          {props.facts}
          <PassRate org={org} flow={flow.name} />
          <span>{flow.visibility}</span>
          {Object.keys(flow.tags).length > 0 && <Tags tags={flow.tags} />}
          {flow.repo_url && <SafeLink href={flow.repo_url} />}
        </>
      }
      actions={props.actions}
    >
      <ArchivedNote org={org} flow={flow.name} archivedAt={flow.archived_at} />
      <Tabs label={flow.name} tabs={tabs} params={{ org, flow: flow.name }} />
      {props.children}
    </Page>
  )
}
