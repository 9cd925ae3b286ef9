import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { FlowTabs } from './flow-tabs.tsx'

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
