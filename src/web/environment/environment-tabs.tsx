import { Tabs } from '../ui/tabs.tsx'
import { environmentTabs } from './tabs.ts'

/** The way to the pages of an environment. */
export function EnvironmentTabs(props: { org: string; env: string }) {
  return <Tabs label={props.env} tabs={environmentTabs} params={props} />
}
