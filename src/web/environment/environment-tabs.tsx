import { type Tab, Tabs } from '../ui/tabs.tsx'

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
