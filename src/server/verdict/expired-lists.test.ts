import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const day = 86_400
let now = 1_790_000_000
let app: TestApp
let report: ReturnType<typeof environmentReporter>

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path, { key: 'reader' })
  expect(status, text).toBe(200)
  return body
}
/** A cell of the first row of a list as CSV that holds a text. */
async function exported(list: string, column: string, text = '') {
  const file = await app.call('GET', `/cairn/acme/exports/${list}`)
  const [head = '', ...rows] = file.text.split('\r\n')
  const row = rows.find((one) => one.includes(text)) ?? ''
  return row.split(',')[head.split(',').indexOf(column)]
}

/** One artifact of a flow with evidence on its trail, on itself, and for its name and commit. */
async function build(flow: string) {
  const trail = `run-${flow}-1`
  await report.build(flow, `${flow}:1`)
  await report.generic(flow, trail, { attestation_name: 'scan', is_compliant: true })
  await report.junit(flow, trail, {
    attestation_name: 'unit',
    artifact_fingerprint: fingerprintOf(`${flow}:1`),
  })
  await report.decision(flow, trail, {
    attestation_name: 'review',
    control: 'C-1',
    is_compliant: true,
    target_artifacts: ['app'],
    git_commit_info: { sha1: '1'.repeat(40) },
  })
}

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = environmentReporter(app)
  await report.control('C-1')
  await build('shop')
  now += 10 * day
  await build('fresh')
  now += 60
  const limits = { max_age_days: { generic: 9, junit: 9, 'system:decision': 9 } }
  await app.call('PUT', '/cairn/acme/settings/evidence', { key: 'admin', json: limits })
})
afterAll(() => app.close())

/** Statements about expired evidence behind the trail and the artifact of a flow, by place. */
async function saidOf(flow: string) {
  const fingerprint = fingerprintOf(`${flow}:1`)
  const trails = await get('/trails/acme')
  const listed = await get(`/cairn/acme/flows/${flow}/trails`)
  const flows = await get(`/cairn/acme/flows?name=${flow}`)
  const found = await get(`/cairn/acme/search?q=${flow}`)
  const asserted = await get(`/asserts/acme/fingerprint/${fingerprint}?flow_name=${flow}`)
  const artifacts = await get(`/cairn/acme/flows/${flow}/artifacts`)
  const builds = await get('/cairn/acme/builds?start_ts=0&end_ts=2000000000')
  const detail = await get(`/cairn/acme/flows/${flow}/artifacts/${fingerprint}`)
  type OfFlow = { flow_name: string }
  const ofFlow = (one: OfFlow) => one.flow_name === flow
  const places: Record<string, string[]> = {
    trails: trails.data.find(ofFlow).expired,
    'trails of the flow': listed.data[0].expired,
    flows: flows.data[0].recent_trails[0].expired,
    'search: flow': found.flows.matches[0].qualifiers.expired,
    'search: trail': found.trails.matches[0].qualifiers.expired,
    'search: artifact': found.artifacts.matches[0].qualifiers.expired,
    assert: asserted.qualifiers.expired,
    'assert: flow': asserted.flows[0].compliance_status.qualifiers.expired,
    artifacts: artifacts.data[0].qualifiers.expired,
    builds: builds.data.find(ofFlow).qualifiers.expired,
    artifact: detail.reports[0].qualifiers.expired,
  }
  const files = {
    trails: await exported(`flows/${flow}/trails`, 'evidence_expired'),
    flows: await exported(`flows?name=${flow}`, 'latest_evidence_expired'),
    artifacts: await exported(`flows/${flow}/artifacts`, 'evidence_expired'),
    builds: await exported('builds?start_ts=0', 'evidence_expired', `${flow}:1`),
  }
  return Object.entries({ ...places, ...files }).map(([place, said]) => [
    place,
    Array.isArray(said) ? said.join(' ') : said,
  ])
}

const everywhere = async (flow: string) => [
  ...new Set((await saidOf(flow)).map(([, said]) => said)),
]

it('says expired evidence wherever the state of a trail or an artifact stands', async () => {
  expect(await everywhere('shop')).toEqual(['generic junit system:decision'])
  expect(await everywhere('fresh')).toEqual([''])
})

it('says it of attestations in files, with age and limit', async () => {
  const { text } = await app.call(
    'GET',
    '/cairn/acme/exports/flows/shop/attestations?format=ndjson&attestation_type=junit',
  )
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({
    attestation_name: 'unit',
    expired: { age_days: 10, allowed_days: 9 },
  })
  const shop = 'flows/shop/attestations?attestation_type=junit'
  expect(await exported(shop, 'qualifiers')).toBe('expired')
  expect(await exported(shop, 'age_days')).toBe('10')
  const fresh = 'flows/fresh/attestations?attestation_type=junit'
  expect(await exported(fresh, 'qualifiers')).toBe('')
})

it('leaves out what newer evidence, or an override, stands in the place of', async () => {
  await report.junit('shop', 'run-shop-1', {
    attestation_name: 'unit',
    artifact_fingerprint: fingerprintOf('shop:1'),
  })
  await report.override('shop', 'run-shop-1', { attestation_name: 'scan' })
  expect(await everywhere('shop')).toEqual(['system:decision'])
  // The same name on the artifact counts in the place of what was made for its name and commit.
  await report.generic('shop', 'run-shop-1', {
    attestation_name: 'review',
    artifact_fingerprint: fingerprintOf('shop:1'),
    is_compliant: true,
  })
  expect(await everywhere('shop')).toEqual([''])
})
