import type { ReactNode } from 'react'
import { type AttestationSearch, isByCommit } from '#web/attestation/search.ts'
import { Page } from '#web/ui/page.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'

const to = '/$org/attestations'

/** Two ways to the evidence: each keeps of the other what it can be narrowed by, too. */
const tabsOf = (isCommits: boolean): readonly Tab[] => [
  {
    label: 'Browse',
    to,
    isOpen: !isCommits,
    isExact: true,
    search: ({ by: _, commit_list: __, trouble: ___, ...rest }: AttestationSearch) => rest,
  },
  {
    label: 'By commit',
    to,
    isOpen: isCommits,
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
  /** Evidence is asked for by commit. */
  isCommits?: boolean
  facts: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { org, isCommits, children, ...page } = props
  return (
    <Page title={['Attestations', org]} heading="Attestations" {...page}>
      <Tabs label="Ways to find evidence" tabs={tabsOf(isCommits ?? false)} params={{ org }} />
      {children}
    </Page>
  )
}
