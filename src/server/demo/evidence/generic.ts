import type { Evidence, ReportContext } from './report-context.ts'

interface Statement {
  passed: string
  failed: string
  /** Numbers in the report, between bounds. */
  data?: Record<string, [low: number, high: number]>
  /** Whether there is a text file, too. */
  file?: string
}

/** Statements of checks without a type of their own; by name. */
const statements: Record<string, Statement> = {
  sbom: {
    passed: 'Bill of materials made and stored',
    failed: 'Bill of materials is incomplete',
    data: { components: [140, 420] },
  },
  'backup-verified': {
    passed: 'Last backup was restored and compared',
    failed: 'Restored backup differs',
    data: { tables: [212, 219], minutes: [14, 38] },
  },
  'dry-run': {
    passed: 'Migration ran on a copy of production',
    failed: 'Migration failed on a copy of production',
    data: { statements: [3, 24], seconds: [4, 190] },
    file: 'dry-run.log',
  },
  'pci-checklist': {
    passed: 'No card data in logs, traces or fixtures',
    failed: 'Card data found in a fixture',
    data: { rules: [41, 41] },
  },
  'image-signature': {
    passed: 'Image is signed and the signature was verified',
    failed: 'Signature could not be verified',
  },
  accessibility: {
    passed: 'No violation of WCAG 2.2 AA',
    failed: 'Contrast of the secondary button is too low',
    data: { pages: [9, 14] },
  },
  'license-check': {
    passed: 'Only licences that legal has approved',
    failed: 'A dependency has an unknown licence',
    data: { packages: [310, 690] },
  },
  'bundle-budget': {
    passed: 'Initial JavaScript is within its budget',
    failed: 'Initial JavaScript is over its budget',
    data: { kilobytes: [92, 118], budget: [120, 120] },
  },
  'release-notes': {
    passed: 'Release notes are written in all languages',
    failed: 'Release notes lack a language',
    data: { languages: [6, 6] },
  },
  signing: { passed: 'Signed with the store certificate', failed: 'Certificate has expired' },
  'store-review': {
    passed: 'Accepted by the store',
    failed: 'Rejected by the store',
    data: { hours: [5, 41] },
  },
  'model-approval': {
    passed: 'The model committee approved the version',
    failed: 'The model committee asks for changes',
  },
  'model-card': {
    passed: 'Model card describes the version',
    failed: 'Model card describes an older version',
    file: 'model-card.md',
  },
  'bias-report': {
    passed: 'Differences between groups are within limits',
    failed: 'Approval rate differs between regions',
    data: { groups: [12, 12] },
    file: 'bias-report.txt',
  },
  'plan-review': {
    passed: 'Plan was reviewed: nothing is destroyed unexpectedly',
    failed: 'Plan destroys a database',
    data: { add: [0, 9], change: [0, 14], destroy: [0, 2] },
    file: 'plan.txt',
  },
  'cost-estimate': {
    passed: 'Monthly cost stays within the budget',
    failed: 'Monthly cost exceeds the budget',
    data: { euros_per_month: [-120, 340] },
  },
  'drift-check': {
    passed: 'Nothing was changed by hand',
    failed: 'A security group was changed by hand',
    data: { resources: [1180, 1340] },
  },
  provenance: { passed: 'Published with build provenance', failed: 'Provenance is missing' },
  'release-approval': { passed: 'Approved for release', failed: 'Release was put off' },
  'load-test': {
    passed: 'Holds twice the peak load',
    failed: 'Latency doubles at the peak load',
    data: { requests_per_second: [900, 2400] },
  },
  'hotfix-approval': {
    passed: 'Approved out of hours by the duty manager',
    failed: 'Not approved',
  },
  'change-window': {
    passed: 'Released inside the change window',
    failed: 'Released outside the change window',
  },
}

/** A statement with some numbers. */
export function generic({ check, isFailing, random, flow, change }: ReportContext): Evidence {
  const statement = statements[check.name]
  const description = statement?.[isFailing ? 'failed' : 'passed'] ?? check.name
  const data = Object.entries(statement?.data ?? {}).map(
    ([name, [low, high]]) => [name, random.between(low, high)] as const,
  )
  const fields = { is_compliant: !isFailing, description, user_data: Object.fromEntries(data) }
  if (!statement?.file) return { fields }
  const lines = data.map(([name, value]) => `${name}: ${value}`)
  const text = [`${flow.name} ${change.sha.slice(0, 8)}`, description, ...lines].join('\n')
  return { fields, file: { name: statement.file, text: `${text}\n` } }
}
