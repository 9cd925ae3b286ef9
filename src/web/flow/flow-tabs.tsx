import { type Tab, Tabs } from '../ui/tabs.tsx'

const tabs: readonly Tab[] = [
  { label: 'Trails', to: '/$org/flows/$flow/trails' },
  { label: 'Matrix', to: '/$org/flows/$flow/matrix' },
  { label: 'Attestations', to: '/$org/flows/$flow/attestations' },
  { label: 'Artifacts', to: '/$org/flows/$flow/artifacts' },
  { label: 'Template', to: '/$org/flows/$flow/template' },
  { label: 'Settings', to: '/$org/flows/$flow/settings' },
]

/** The way to the pages of a flow. */
export function FlowTabs(props: { org: string; flow: string }) {
  return <Tabs label={props.flow} tabs={tabs} params={props} />
}
