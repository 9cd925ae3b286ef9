import type { ControlScope } from '#contract/control/control.ts'

/** A control of the demo company; its times are shares of the 90 days. */
export interface DemoControl {
  identifier: string
  name: string
  description: string
  links?: Record<string, string>
  /** Who answers for it. */
  owner: string
  /** Where it applies; absent for everywhere. */
  scope?: ControlScope
  tags: Record<string, string>
  since: number
  /** From when on it has another description. */
  edited?: { since: number; description: string }
  archived?: number
}

const handbook = (page: string) => ({
  Handbook: `https://handbook.northgate.example/controls/${page}`,
})

/** A control that a policy requires decisions for: decisions are recorded from its time on. */
export const modelSignOff: DemoControl = {
  identifier: 'NG-MR-02',
  name: 'Model risk sign-off',
  description:
    'Somebody outside the team that trained a model decides whether it may score payments',
  links: handbook('ng-mr-02'),
  owner: 'Model risk, Yuki Tanabe',
  scope: { environments: { name_pattern: 'risk-*' } },
  tags: { owner: 'risk', soc2: 'CC3.4', dora: 'Art.9' },
  since: 0.12,
}

/** Another one, for flows that move money. */
export const changeApproval: DemoControl = {
  identifier: 'NG-CM-01',
  name: 'Change approval',
  description:
    'Somebody who did not write a change to the payments gateway lets it go to customers',
  links: handbook('ng-cm-01'),
  owner: 'Payments, Felix Ahrens',
  scope: { environments: { name_pattern: 'production-*' }, flows: { name_pattern: 'payments-*' } },
  tags: {
    owner: 'payments',
    soc2: 'CC8.1',
    iso27001: 'A.8.32',
    'pci-dss': '6.5.1, 6.5.2',
    dora: 'Art.9',
  },
  since: 0.48,
  edited: {
    since: 0.83,
    description:
      'Somebody who did not write a change to the payments gateway lets it go to customers, and says which ticket it belongs to',
  },
}

/** Review of a change by somebody else than its author. */
export const peerReview: DemoControl = {
  identifier: 'NG-SD-03',
  name: 'Peer review of code',
  description: 'Every change is read by somebody else before it is merged',
  links: handbook('ng-sd-03'),
  owner: 'Platform, Elin Sørensen',
  tags: { owner: 'platform', soc2: 'CC8.1', iso27001: 'A.8.28, A.8.32' },
  since: 0.05,
}

/** Assessment of the risk team on a scanner's findings. */
export const vulnerabilitiesMended: DemoControl = {
  identifier: 'NG-VM-05',
  name: 'Vulnerabilities are mended',
  description: 'What a scanner finds is mended in the time that its severity allows',
  owner: 'Risk, Jonas Okoye',
  scope: { environments: { types: ['K8S', 'ECS'] } },
  tags: { owner: 'risk', soc2: 'CC7.1', iso27001: 'A.8.8', 'pci-dss': '6.3.3, 11.3.1' },
  since: 0.05,
}

/** All controls; those that no policy requires are gaps known to the company. */
export const controls: readonly DemoControl[] = [
  modelSignOff,
  changeApproval,
  peerReview,
  vulnerabilitiesMended,
  {
    identifier: 'NG-SC-07',
    name: 'Known origin of what runs',
    description: 'Nothing runs that no flow of ours has built, but for what was looked at',
    owner: 'Platform, Mei Lindqvist',
    tags: { owner: 'platform', soc2: 'CC6.8', iso27001: 'A.8.19', dora: 'Art.28' },
    since: 0.05,
  },
  {
    identifier: 'NG-CM-00',
    name: 'Change calendar',
    description: 'No change on the last three days of a month',
    owner: 'Payments, Felix Ahrens',
    tags: { owner: 'payments', soc2: 'CC8.1' },
    since: 0.01,
    archived: 0.49,
  },
]
