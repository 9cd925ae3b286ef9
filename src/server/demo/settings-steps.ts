import { barrier, type Step, type StepSequence } from './step.ts'
import { day, hour, type Span, startAt } from './calendar.ts'
import { reporters } from './company.ts'

const by = reporters.security

/** A key of a service account; times are in seconds before the story's end. */
interface DemoKey {
  description: string
  /** Share of the 90 days. */
  since: number
  expires_at?: number
  rotated?: number
  revoked?: number
}

/** Service accounts with their keys. */
const accounts = (
  end: number,
): { name: string; privilege: string; description: string; keys: DemoKey[] }[] => [
  {
    name: 'ci-payments',
    privilege: 'member',
    description: 'Pipelines of the payments team',
    keys: [
      { description: 'pipelines', since: 0.1, rotated: 6 * hour },
      { description: 'pipelines until the summer', since: 0.05, revoked: 40 * day },
    ],
  },
  {
    name: 'cluster-watch',
    privilege: 'snapshotter',
    description: 'Says what runs in the clusters',
    keys: [{ description: 'production', since: 0.02, expires_at: Math.round(end + 5 * day) }],
  },
  {
    name: 'audit-export',
    privilege: 'reader',
    description: 'Takes evidence to the auditors, once a quarter',
    keys: [{ description: 'third quarter', since: 0.3, expires_at: Math.round(end - 9 * day) }],
  },
]

/** Folders of flows and environments; nested ones come after their parents. */
const spaces = [
  { name: 'Bank', in: null, flows: [], environments: ['production-eu', 'production-us'] },
  {
    name: 'Payments',
    in: 'Bank',
    flows: ['payments-gateway', 'customer-portal', 'notifications'],
    environments: ['messaging'],
  },
  { name: 'Risk', in: 'Bank', flows: ['fraud-scoring'], environments: ['risk-models'] },
  {
    name: 'Shop',
    in: null,
    flows: ['checkout-web', 'storefront-web', 'mobile-app'],
    environments: ['shop-assets'],
  },
]

const notifications = [
  {
    name: 'Production becomes non-compliant',
    environments: ['production-eu', 'production-us', 'shop-assets'],
    triggers: ['ON_NON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV'],
    targets: [
      { type: 'SLACK', webhook: 'https://chat.northgate.example/hooks/releases' },
      { type: 'EMAIL', email: ['on-call@northgate.example'] },
    ],
  },
  {
    name: 'What starts in the cloud account',
    environments: ['ledger-functions', 'risk-models'],
    triggers: ['ON_STARTED_ARTIFACT', 'ON_ALLOWED_ARTIFACT'],
    targets: [{ type: 'WEBHOOK', webhook: 'https://siem.northgate.example/cairn' }],
  },
]

/** Views of the teams. */
const views = [
  {
    name: 'Failed scans of the month',
    page: 'attestations',
    search: 'attestation_type=snyk&verdict=non-compliant&range=30d',
  },
  { name: 'Overrides about to end', page: 'overrides', search: 'state=expiring' },
]

/** A scan knows only what was known when it ran: after a month it says too little. */
const evidenceAges = (span: Span): Step => ({
  at: startAt(span, 0.7),
  by,
  method: 'PUT',
  path: '/cairn/{org}/settings/evidence',
  json: { max_age_days: { snyk: 30 } },
})

/** Steps of service accounts, spaces, evidence, notifications and views, and an environment put off. */
export function settingsSteps(span: Span): StepSequence[] {
  return [
    ...accountSteps(span),
    ...spaceSteps(span),
    evidenceAges(span),
    ...notificationSteps(span),
    ...viewSteps(span),
    snoozed(span),
  ].map((step) => barrier('settings', step))
}

function accountSteps(span: Span): Step[] {
  const common = { by, method: 'POST' } as const
  return accounts(span.end).flatMap(({ keys, ...account }): Step[] => {
    const path = `/service-accounts/{org}/${account.name}/api-keys`
    const keyed = keys.flatMap(({ since, rotated, revoked, ...json }): Step[] => {
      const found = { path, where: { description: json.description }, field: 'id' }
      const one = { by, json: {}, found }
      const steps: Step[] = [{ ...common, at: startAt(span, since), path, json }]
      if (rotated) {
        const at = span.end - rotated
        steps.push({ ...one, method: 'POST', at, path: `${path}/{found}/rotate` })
      }
      if (revoked) {
        const at = span.end - revoked
        steps.push({ ...one, method: 'DELETE', at, path: `${path}/{found}`, json: null })
      }
      return steps
    })
    return [
      { ...common, at: startAt(span, 0), path: '/service-accounts/{org}', json: account },
      ...keyed,
    ]
  })
}

const spaceNamed = (name: string) => ({
  path: '/cairn/{org}/spaces',
  where: { name },
  field: 'id',
})

function spaceSteps(span: Span): Step[] {
  const common = { by: reporters.release, method: 'POST' } as const
  return spaces.flatMap(({ name, in: parent, flows, environments }, number): Step[] => {
    const at = startAt(span, 0.015) + number
    return [
      {
        ...common,
        at,
        path: '/cairn/{org}/spaces',
        json: { name, ...(parent && { parent_id: '{found}' }) },
        ...(parent && { found: spaceNamed(parent) }),
      },
      {
        ...common,
        at,
        path: '/cairn/{org}/spaces/{found}/contents',
        json: { flows, environments },
        found: spaceNamed(name),
      },
    ]
  })
}

/**
 * Set up late, so that only what the last days brought is sent, to hosts that are not there: a target
 * that works would need a receiver, and a demo sends nothing to anybody.
 */
const notificationSteps = ({ end }: Span): Step[] =>
  notifications.map((notification) => ({
    at: end - 2 * day,
    by,
    method: 'PUT',
    path: '/organizations/{org}/environments_notifications',
    json: { ...notification, type: 'env' },
  }))

/** Artifacts that wait for a partner's next release, until they change. */
const snoozed = ({ end }: Span): Step => ({
  at: end,
  by: reporters.release,
  method: 'PUT',
  path: '/cairn/{org}/overview/snoozed/partner-apps',
  json: null,
})

const viewSteps = ({ end }: Span): Step[] =>
  views.map((view) => ({
    at: end,
    by,
    method: 'POST',
    path: '/cairn/{org}/views',
    json: { ...view, scope: 'team' },
  }))
