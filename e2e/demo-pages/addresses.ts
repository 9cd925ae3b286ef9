import type { APIRequestContext } from '@playwright/test'
import { demoOrg } from '../bench/demo.ts'

const flow = `/${demoOrg}/flows/mobile-app`
const environment = `/${demoOrg}/environments/production-eu`

const pages = [
  ...[
    '',
    '/flows',
    '/trails',
    '/builds',
    '/attestations',
    '/environments',
    '/environments?view=tiles',
    '/environments?view=services',
  ],
  ...['/events', '/exceptions', '/exceptions/review', '/policies', '/policies/production-gate'],
  ...['/controls', '/controls?view=frameworks', '/decisions', '/can-i-deploy'],
  ...[
    'notifications',
    'members',
    'service-accounts',
    'audit-log',
    'attestation-types',
    'spaces',
  ].map((tab) => `/settings/${tab}`),
].map((path) => `/${demoOrg}${path}`)

/** Addresses of the demo's pages: each kind of page once, with records that the demo has loaded. */
export async function demoAddresses(request: APIRequestContext, host: string): Promise<string[]> {
  const firstOf = async (path: string) => {
    const answer = await request.get(`${host}/api/v2/${path}`)
    const { data } = (await answer.json()) as { data: [Record<string, string>?] }
    const [first] = data
    if (!first) throw new Error(`The demo has nothing at ${path}`)
    return first
  }
  const found = await firstOf(`attestations/${demoOrg}?flow_name=mobile-app&per_page=1`)
  const artifact = await firstOf(`cairn/${demoOrg}/flows/mobile-app/artifacts?per_page=1`)
  const trail = `${flow}/trails/${found['trail_name']}`
  return [
    ...pages,
    ...['trails', 'artifacts', 'matrix', 'template', 'settings'].map((tab) => `${flow}/${tab}`),
    `/${demoOrg}/flows/fraud-scoring/matrix`,
    trail,
    `${trail}?why=trail`,
    `${trail}?attestation_id=${found['attestation_id']}`,
    `${flow}/artifacts/${artifact['fingerprint']}`,
    `/${demoOrg}/can-i-deploy?fingerprint=${artifact['fingerprint']}&environment=production-eu`,
    ...['running', 'snapshots', 'deployments', 'events', 'diff', 'policies', 'allow-list'].map(
      (tab) => `${environment}/${tab}`,
    ),
  ]
}
