import { day } from './calendar.ts'
import { changeApproval, modelSignOff, peerReview, vulnerabilitiesMended } from './controls.ts'

/** A policy of the demo company, and where it is attached. */
export interface DemoPolicy {
  name: string
  description: string
  /** Its versions: YAML below `artifacts`, and the share of the 90 days at which it is stored. */
  versions: readonly { since: number; comment: string; rules: string }[]
  /** Environments, each with the share of the 90 days at which it is attached. */
  attached: Readonly<Record<string, number>>
}

/** Sign-off of the newest models, withdrawn and given again after a review. */
export const modelReview = {
  /** Shares of the 90 days. */
  from: 0.78,
  to: 0.796,
  models: 14,
}

/** Images reviewed by the platform team; no flow builds them. */
const vetted = (...more: string[]) =>
  ['docker[.]io/(envoyproxy|library)/', 'cr[.]fluentbit[.]io/', ...more]
    .map((start) => `^${start}`)
    .join('|')

const required = (rule: string, pattern: string) => `
  ${rule}:
    required: true
    exceptions:
      - if: \${{ matches(artifact.name, "${pattern}") }}`

const scanned = `
  attestations:
    - type: snyk
      if: \${{ exists(flow) and flow.tags.tier < 3 }}`

const smaller = ['messaging', 'shop-assets', 'ledger-functions'] as const
const clusters = ['production-eu', 'production-us'] as const
const from = (since: number, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, since]))

/** Policies of the company. */
export const policies: readonly DemoPolicy[] = [
  {
    name: 'known-origin',
    description: 'Only what our own flows have built, and a few images that we have looked at',
    versions: [
      {
        since: 0,
        comment: 'Proxies and log collectors come as they are, looked at in PLAT-640',
        rules: required('provenance', vetted()),
      },
      {
        since: 0.145,
        comment: 'The certificate watch comes with the cloud account',
        rules: required('provenance', vetted('certificate-watch$')),
      },
    ],
    attached: {
      ...from(0, 'staging', ...clusters, ...smaller, 'risk-models', 'branch-kiosks', 'loyalty'),
      ...from(0.81, 'partner-apps'),
      ...from(0.02, 'load-test'),
    },
  },
  {
    name: 'production-gate',
    description: 'Nothing reaches customers before its checks have passed',
    versions: [
      {
        since: 0,
        comment: 'What others build has no trail here; looked at in PLAT-640',
        rules: required('trail-compliance', vetted('certificate-watch$')),
      },
      {
        since: 0.72,
        comment: 'A bill of materials for every image',
        rules: `${required('trail-compliance', vetted('certificate-watch$'))}
  attestations:
    - name: sbom
      type: generic
      if: \${{ exists(flow) and matches(artifact.name, "^registry") }}`,
      },
    ],
    attached: from(0, ...clusters, 'messaging', 'shop-assets'),
  },
  {
    name: 'vulnerability-scans',
    description: 'What the scanner finds is mended before it runs',
    versions: [
      {
        since: 0.02,
        comment: 'First version',
        rules: scanned,
      },
      {
        since: 0.86,
        comment: 'Somebody decides about what the payments team ships',
        rules: `${scanned}
    - name: vulnerability-review
      type: decision
      for_control: ${vulnerabilitiesMended.identifier}
      if: \${{ flow.tags.team == "payments" }}`,
      },
    ],
    attached: {
      ...from(0.03, ...clusters, 'messaging', 'archive'),
      ...from(0.935, 'risk-models'),
    },
  },
  {
    name: 'card-data',
    description: 'PCI DSS: no card number where it does not belong',
    versions: [
      {
        since: 0.52,
        comment: 'Agreed with the auditors',
        rules: `
  attestations:
    - name: pci-checklist
      type: generic
      if: \${{ flow.name == "payments-gateway" }}`,
      },
    ],
    attached: from(0.55, ...clusters, 'back-office'),
  },
  {
    name: 'model-governance',
    description: 'Models that decide about people are fair, and signed off',
    versions: [
      {
        since: 0.3,
        comment: 'First version',
        rules: `
  attestations:
    - name: bias-report
      type: generic
      if: \${{ flow.name == "fraud-scoring" }}
    - name: model-sign-off
      type: decision
      for_control: ${modelSignOff.identifier}
      if: \${{ flow.name == "fraud-scoring" }}`,
      },
    ],
    attached: from(0.34, 'risk-models'),
  },
  {
    name: 'change-approval',
    description: 'What moves money is let go by somebody who did not write it',
    versions: [
      {
        since: 0.6,
        comment: 'First version',
        rules: `
  attestations:
    - name: change-approval
      type: decision
      for_control: ${changeApproval.identifier}
      if: \${{ flow.name == "payments-gateway" }}`,
      },
    ],
    attached: from(0.62, ...clusters),
  },
  {
    name: 'peer-review',
    description: 'Every change is read by somebody else',
    versions: [
      {
        since: 0.84,
        comment: 'First version',
        rules: `
  attestations:
    - name: peer-review
      type: decision
      for_control: ${peerReview.identifier}
      if: \${{ flow.name in ["notifications", "fraud-scoring"] }}`,
      },
    ],
    attached: from(0.9, 'messaging', 'risk-models'),
  },
]

/** Allowances of artifacts that no flow has built, from some time after they began to run. */
export const allowed: readonly {
  environment: string
  name: string
  description: string
  /** Share of the 90 days. */
  since: number
  /** Seconds after the story's end; absent for ever. */
  expires?: number
}[] = [
  {
    environment: 'shop-assets',
    name: 'assets.northgate.example/legal/cookie-banner.js',
    description: 'Comes from the law firm as it is; LEGAL-118 until there is a flow for it',
    since: 0.306,
  },
  {
    environment: 'staging',
    name: 'registry.northgate.example/debug-shell:latest',
    description: 'To look into LED-2291, for three weeks',
    since: 0.968,
    expires: 18 * day,
  },
]

/** Exceptions that somebody has looked at again. */
export const reviewed: readonly {
  kind: 'allow_list' | 'policy'
  /** In the register: of an artifact, or the condition of a policy. */
  name: string
  reason: string
  /** Days after the story's end, for what shall end earlier. */
  ends?: number
}[] = [
  {
    kind: 'allow_list',
    name: 'assets.northgate.example/legal/cookie-banner.js',
    reason: 'Still delivered as it is; a flow for it is planned for the spring',
  },
  {
    kind: 'allow_list',
    name: 'registry.northgate.example/debug-shell:latest',
    reason: 'LED-2291 is found; a week is enough to clean up',
    ends: 7,
  },
  {
    kind: 'policy',
    name: `matches(artifact.name, "${vetted('certificate-watch$')}")`,
    reason: 'Both images were updated and looked at again in PLAT-902',
  },
]

/** A request that nobody has decided about yet. */
export const requested = {
  environment: 'ledger-functions',
  name: 'certificate-watch',
  description: 'The certificate authority delivers it; PLAT-902 asks for its source',
  /** Seconds after the story's end. */
  expires: 30 * day,
}

/** The file of a policy's version. */
export const fileOf = (rules: string) =>
  `_schema: https://schemas.northgate.example/policy/environment/v1\nartifacts:${rules}\n`
