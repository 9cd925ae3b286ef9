import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FoundRecords } from '#contract/search/record-search.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { commit, commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  const report = reporter(app)
  const put = (path: string, json: object) => app.call('PUT', path, { key: 'admin', json })
  for (const name of ['refund', 'refund-web', 'web-refund', 'prerefund', 'gone-refund'])
    await put('/flows/acme', { name, description: `Makes ${name}` })
  await report.begin('gone-refund', 'refund-gone')
  await put('/flows/acme/gone-refund/archive', {})
  for (const name of ['prod-eu', 'prod-us', 'refund-lab'])
    await put('/environments/acme', { name, type: 'server' })
  const message = 'Retry partner calls once\n\nThe second line'
  await report.begin('refund', 'build-1873', { git_commit_info: { ...commitInfo, message } })
  for (let n = 0; n < 7; n++) await report.begin('refund-web', `4.12.${n}-b${n}99`)
  await report.artifact('refund', {
    fingerprint: fingerprintOf('refund-api'),
    filename: 'registry.example.com/refund-api:4.12.1',
    trail_name: 'build-1873',
    template_reference_name: 'api',
  })
  const digests = { 'refund-api': fingerprintOf('refund-api'), sidecar: fingerprintOf('sidecar') }
  await put('/environments/acme/prod-eu/report/server', {
    artifacts: [{ digests, creationTimestamp: now }],
  })
  await report.control('SDLC-7', 'Code review')
  await app.call('PATCH', '/tags/acme/flow/refund', { json: { set_tags: { team: 'payments' } } })
  await app.call('PATCH', '/tags/acme/flow/prerefund', { json: { set_tags: { team: 'payments' } } })
  await app.call('POST', '/service-accounts/acme', {
    key: 'admin',
    json: { name: 'refund-ci', privilege: 'member' },
  })
  await report.generic('refund', 'build-1873', { attestation_name: 'scan', is_compliant: false })
  await report.override('refund', 'build-1873', {
    reason: 'The scanner is wrong about RISK-702, <b>says</b> legal',
    external_urls: { ticket: 'https://issues.example.com/PAY-421' },
  })
  const { policy, attach } = policyClient(app)
  await policy('refund-rules', provenanceYaml)
  await attach('prod-eu', 'refund-rules')
})
afterAll(() => app.close())

type Asked = { text?: string; kind?: string; verdict?: string }

async function search({ text: q, ...rest }: Asked): Promise<FoundRecords> {
  const query = { ...(q !== undefined && { q }), ...rest }
  const path = `/cairn/acme/search?${new URLSearchParams(query)}`
  const { status, body } = await app.call('GET', path, { key: 'reader' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const names = (found: { matches: { name: string }[] }) => found.matches.map(({ name }) => name)
const countsOf = (found: FoundRecords) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([kind, { matches }]) =>
      matches.length > 0 ? [[kind, matches.length]] : [],
    ),
  )

describe('names', () => {
  it('come in the order same, beginning, words, anywhere, then the newest', async () => {
    const { flows, environments } = await search({ text: 'Refund' })
    expect(names(flows)).toEqual(['refund', 'refund-web', 'web-refund', 'prerefund'])
    expect(names(environments)).toEqual(['refund-lab'])
    expect(names((await search({ text: 'prod' })).environments)).toEqual(['prod-us', 'prod-eu'])
    expect(names((await search({ text: 'web  REF' })).flows)).toEqual(['web-refund', 'refund-web'])
  })

  it('show the verdicts that lists show', async () => {
    const { flows, environments } = await search({ text: 'r' })
    const { trails } = await search({ text: 'build-1873' })
    const rows = async (path: string) =>
      (await app.call('GET', `/cairn/acme/${path}`)).body.data as object[]
    const [ofFlows, ofEnvironments, ofTrails] = await Promise.all(
      ['flows', 'environments', 'flows/refund/trails'].map(rows),
    )
    expect(flows.matches.length).toBeGreaterThan(3)
    for (const { name, state, latest_activity_at } of flows.matches)
      expect(ofFlows).toContainEqual(
        expect.objectContaining({ name, latest_state: state, latest_activity_at }),
      )
    for (const { name, state, qualifiers, since, stale_at } of environments.matches)
      expect(ofEnvironments).toContainEqual(
        expect.objectContaining({ name, state, qualifiers, since, stale_at }),
      )
    expect(ofTrails).toMatchObject([{ compliance_state: trails.matches[0]?.state }])
  })

  it('find policies, controls, people, tags, types and reasons', async () => {
    const found = await search({ text: 'refund' })
    expect(found.policies.matches).toMatchObject([{ name: 'refund-rules', environment_count: 1 }])
    expect(found.people.matches).toEqual([
      { name: 'refund-ci', role: 'member', is_service_account: true },
    ])
    expect((await search({ text: 'code rev' })).controls.matches).toEqual([
      { identifier: 'SDLC-7', name: 'Code review' },
    ])
    expect((await search({ text: 'team:pay' })).tags.matches).toEqual([
      { tag: 'team:payments', resource_type: 'flow', count: 2 },
    ])
    for (const text of ['risk-702', 'pay-421']) {
      expect((await search({ text })).reasons.matches, text).toMatchObject([
        {
          attestation_name: 'scan',
          flow_name: 'refund',
          trail_name: 'build-1873',
          state: 'active',
        },
      ])
    }
  })
})

describe('trails', () => {
  it('are found by the beginning of their name or of its last part, by flow and message', async () => {
    for (const text of ['build-18', '1873', 'refund build', 'partner calls', 'BUILD-1873'])
      expect(names((await search({ text })).trails), text).toContain('build-1873')
    expect(names((await search({ text: 'second line' })).trails)).toEqual([])
    expect(names((await search({ text: 'b399' })).trails)).toEqual(['4.12.3-b399'])
  })

  it('stay five, newest first, and more where only they are asked for', async () => {
    const { trails } = await search({ text: '4.12' })
    expect(names(trails)).toEqual([6, 5, 4, 3, 2].map((n) => `4.12.${n}-b${n}99`))
    expect(trails.has_more).toBe(true)
    const only = await search({ text: '4.12', kind: 'trail' })
    expect(countsOf(only)).toEqual({ trails: 7 })
    expect(only.trails.has_more).toBe(false)
  })
})

describe('a commit or a fingerprint', () => {
  it('leads to its trails, its artifacts and where they run', async () => {
    for (const text of [commit, commit.slice(0, 4), commit.slice(0, 9).toUpperCase()]) {
      const { commits, trails, artifacts } = await search({ text })
      expect(commits.matches).toEqual([
        { commit, message: 'Retry partner calls once', author: commitInfo.author },
      ])
      expect(names(trails)).toEqual(['build-1873'])
      expect(artifacts.matches).toMatchObject([
        { fingerprint: fingerprintOf('refund-api'), flow_name: 'refund', running_in: ['prod-eu'] },
      ])
    }
    const sidecar = fingerprintOf('sidecar')
    expect((await search({ text: `sha256:${sidecar}` })).artifacts.matches).toEqual([
      {
        name: 'sidecar',
        qualifiers: noQualifiers,
        fingerprint: sidecar,
        flow_name: null,
        state: null,
        running_in: ['prod-eu'],
        stale_in: [],
      },
    ])
  })

  it('says in which environments an artifact was running when they were last seen', async () => {
    const before = now
    now += 8 * 86_400
    for (const name of ['refund-api', 'sidecar']) {
      const { artifacts } = await search({ text: fingerprintOf(name) })
      expect(artifacts.matches).toMatchObject([{ running_in: ['prod-eu'], stale_in: ['prod-eu'] }])
    }
    now = before
  })

  it('is looked for from four characters on, and alone where only that is asked for', async () => {
    expect((await search({ text: commit.slice(0, 3) })).commits.matches).toEqual([])
    expect(countsOf(await search({ text: 'refund', kind: 'commit' }))).toEqual({})
    expect(countsOf(await search({ text: commit.slice(0, 4), kind: 'commit' }))).toEqual({
      commits: 1,
      trails: 1,
      artifacts: 1,
    })
  })

  it('finds an artifact by its name, without its registry too', async () => {
    const { artifacts } = await search({ text: 'refund-api' })
    expect(names(artifacts)).toEqual(['registry.example.com/refund-api:4.12.1'])
  })
})

describe('a verdict', () => {
  it('is asked for alone, or with words and a kind', async () => {
    const template =
      'version: 1\ntrail:\n  attestations:\n    - name: review\n      type: generic\n'
    await reporter(app).begin('prerefund', 'waits', {}, template)
    const { trails } = await search({ verdict: 'INCOMPLETE', kind: 'trail' })
    expect(trails.matches).toMatchObject([{ name: 'waits', state: 'INCOMPLETE' }])
    const unknown = await search({ verdict: 'UNKNOWN' })
    expect(names(unknown.environments)).toEqual(expect.arrayContaining(['prod-us', 'refund-lab']))
    expect(Object.keys(countsOf(unknown))).toEqual(['environments'])
    const { flows } = await search({ verdict: 'COMPLIANT', text: 'refund' })
    expect(flows.matches.length).toBeGreaterThan(1)
    for (const { state } of flows.matches) expect(state).toBe('COMPLIANT')
  })
})

describe('input', () => {
  it('without a text finds nothing, or the newest of a kind', async () => {
    expect(countsOf(await search({}))).toEqual({})
    expect(countsOf(await search({ text: '   ' }))).toEqual({})
    expect(names((await search({ kind: 'flow' })).flows)).toEqual([
      'prerefund',
      'web-refund',
      'refund-web',
      'refund',
    ])
  })

  it.each([
    ['one character', 'r', true],
    ['255 characters', 'r'.repeat(255), false],
    ['markup', '<b>says</b>', true],
    ['wildcards', '%_', false],
    ['a backslash', '\\', false],
    ['a quote', `'"`, false],
    ['an override of direction', '\u202erefund', false],
    ['letters of two code units', '𝕣efund', false],
    ['a letter whose lower case is longer', 'İ', false],
  ])('of %s is text', async (_, text, isFound) => {
    expect(Object.keys(countsOf(await search({ text }))).length > 0).toBe(isFound)
  })

  it('that is too long or unknown is refused by the name of its field', async () => {
    for (const [field, value] of [
      ['q', 'x'.repeat(256)],
      ['kind', 'boiler'],
      ['verdict', 'GOOD'],
    ] as const) {
      const path = `/cairn/acme/search?${new URLSearchParams({ [field]: value })}`
      const { status, body } = await app.call('GET', path)
      expect(status).toBe(400)
      expect(body.errors).toHaveProperty(field)
    }
  })
})

it('reads named records with their present verdicts, and leaves out what is not there', async () => {
  const query = new URLSearchParams([
    ['flow', 'refund'],
    ['flow', 'gone-refund'],
    ['environment', 'prod-eu'],
    ['trail', 'refund/build-1873'],
    ['trail', 'refund-web/build-1873'],
    ['artifact', `refund/${fingerprintOf('refund-api')}`],
    ['artifact', `refund-web/${fingerprintOf('refund-api')}`],
  ])
  const { body } = await app.call('GET', `/cairn/acme/search/records?${query}`, { key: 'reader' })
  const found = await search({ text: 'build-1873' })
  expect(body).toMatchObject({
    flows: [{ name: 'refund' }],
    environments: [{ name: 'prod-eu', policy_count: 1 }],
    trails: found.trails.matches,
    artifacts: [{ flow_name: 'refund', running_in: ['prod-eu'] }],
  })
  const nothing = await app.call('GET', '/cairn/acme/search/records', { key: 'reader' })
  expect(nothing.body).toEqual({ flows: [], environments: [], trails: [], artifacts: [] })
  const many = Array.from({ length: 13 }, (_, n) => `flow=${n}`).join('&')
  expect((await app.call('GET', `/cairn/acme/search/records?${many}`)).status).toBe(400)
})

it('finds nothing of another organization', async () => {
  const path = '/cairn/globex/search?q=refund'
  expect((await app.call('GET', path, { key: 'reader' })).status).toBe(403)
  const { body } = await app.call('GET', path, { key: 'outsider' })
  expect(countsOf(body)).toEqual({})
})
