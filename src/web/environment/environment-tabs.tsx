import { type Tab, Tabs } from '../ui/tabs.tsx'

/** The pages of an environment; the first one opens where an address names none. */
export const environmentTabs = [
  { label: 'Settings', to: '/$org/environments/$env/settings' },
] as const satisfies readonly Tab[]

/** The way to the pages of an environment. */
export function EnvironmentTabs(props: { org: string; env: string }) {
  return <Tabs label={props.env} tabs={environmentTabs} params={props} />
}
