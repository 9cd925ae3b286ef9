import type { ReactNode } from 'react'
import { type Policy, putPolicy } from '#contract/policy/policy.ts'
import { call } from '#web/api/call.ts'
import { ArchivedNote } from '#web/record/archived-note.tsx'
import { VersionFacts } from '#web/record/version-facts.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'

/** The frame of a policy: what it is, and whether it is in use. */
export function PolicyPage(props: {
  org: string
  policy: Policy
  /** The page's own name, where it is not the policy itself. */
  tab?: string
  /** Number of the version that is shown. */
  shown: number
  /** Last in line, so that what is always said stays where it is. */
  facts?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { org, policy, shown } = props
  const { name, description, versions, archived_at } = policy
  const newest = versions.at(-1)
  const activate = () => {
    const file = new File([newest?.policy_yaml ?? ''], 'policy.yml')
    return call(putPolicy, { params: { org }, body: { name, type: 'env' }, file })
  }
  return (
    <Page
      title={[props.tab, name, 'Policies', org]}
      heading={name}
      beside={description && <span className="text-muted wrap-anywhere">{description}</span>}
      facts={
        <>
          <VersionFacts shown={shown} count={versions.length} newest={newest} />
          {props.facts}
        </>
      }
      actions={props.actions}
    >
      <ArchivedNote
        org={org}
        name={name}
        one="policy"
        kind="policy_unarchived"
        needs="member"
        archivedAt={archived_at}
        consequence="It cannot be attached."
        activate={activate}
      />
      <PolicyTabs org={org} policy={name} />
      {props.children}
    </Page>
  )
}

/** The pages of a policy. */
const policyTabs = [
  { label: 'Policy', to: '/$org/policies/$policy', isExact: true },
  { label: 'What if', to: '/$org/policies/$policy/what-if' },
] as const satisfies readonly Tab[]

/** The way to the pages of a policy. */
function PolicyTabs(props: { org: string; policy: string }) {
  return <Tabs label={props.policy} tabs={policyTabs} params={props} />
}
