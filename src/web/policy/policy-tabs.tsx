import { type Tab, Tabs } from '../ui/tabs.tsx'

/** The pages of a policy. */
const policyTabs = [
  { label: 'Policy', to: '/$org/policies/$policy', isExact: true },
  { label: 'What if', to: '/$org/policies/$policy/what-if' },
] as const satisfies readonly Tab[]

/** The way to the pages of a policy. */
export function PolicyTabs(props: { org: string; policy: string }) {
  return <Tabs label={props.policy} tabs={policyTabs} params={props} />
}
