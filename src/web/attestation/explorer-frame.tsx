import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { type AttestationSearch, isByCommit } from './search.ts'

const to = '/$org/attestations'

/** Two ways to the evidence: each keeps of the other what it can be narrowed by, too. */
const tabs: readonly Tab[] = [
  {
    label: 'Browse',
    to,
    isExact: true,
    search: ({ by: _, commit_list: __, ...rest }: AttestationSearch) => rest,
  },
  {
    label: 'By commit',
    to,
    isExact: true,
    search: (rest: AttestationSearch) =>
      isByCommit(rest)
        ? rest
        : {
            by: 'commit',
            flow_name: rest.flow_name?.slice(0, 1),
            attestation_name: rest.attestation_name?.slice(0, 1),
            attestation_type: rest.attestation_type?.slice(0, 1),
          },
  },
]

/** The attestations of an organization: its heading, and the tabs of the two ways to find some. */
export function ExplorerFrame(props: {
  org: string
  facts: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { org, children, ...page } = props
  return (
    <Page title={['Attestations', org]} heading="Attestations" {...page}>
      <Tabs label="Ways to find evidence" tabs={tabs} params={{ org }} />
      {children}
    </Page>
  )
}
