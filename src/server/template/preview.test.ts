import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

const template = `trail:
  attestations: [{ name: review, type: generic }]
  artifacts: [{ name: api, attestations: [{ name: tests, type: junit }] }]
`
let now = 1_790_000_000
let app: TestApp
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
  await report.flow('api', 'trail: { attestations: [{ name: review, type: generic }] }')
  const fingerprint = fingerprintOf('api')
  for (const name of ['whole', 'half', 'bad', 'bare']) await report.begin('api', name)
  for (const name of ['whole', 'half']) {
    await report.generic('api', name, { attestation_name: 'review' })
    const artifact = { trail_name: name, fingerprint, template_reference_name: 'api' }
    await report.artifact('api', artifact)
  }
  const tests = { attestation_name: 'tests', artifact_fingerprint: fingerprint }
  await report.junit('api', 'whole', tests)
  await report.generic('api', 'bad', { attestation_name: 'review', is_compliant: false })
})
afterAll(() => app.close())

const preview = (draft: unknown, flow = 'api') =>
  app.call('POST', `/cairn/acme/flows/${flow}/template_preview`, {
    key: 'reader',
    json: { template: draft },
  })

it('evaluates the newest trails by the draft, and shows what each would lack', async () => {
  const { status, body } = await preview(template)
  expect(status).toBe(200)
  expect(body.problems).toEqual([])
  const api = { artifact_name: 'api', attestation_name: null }
  expect(body.trails).toEqual([
    {
      name: 'bare',
      state: 'INCOMPLETE',
      state_with_draft: 'INCOMPLETE',
      missing: [{ artifact_name: null, attestation_name: 'review' }, api],
    },
    { name: 'bad', state: 'NON-COMPLIANT', state_with_draft: 'NON-COMPLIANT', missing: [api] },
    {
      name: 'half',
      state: 'COMPLIANT',
      state_with_draft: 'INCOMPLETE',
      missing: [{ artifact_name: 'api', attestation_name: 'tests' }],
    },
    { name: 'whole', state: 'COMPLIANT', state_with_draft: 'COMPLIANT', missing: [] },
  ])
})

it('stores nothing', async () => {
  const kept = async () => [
    await app.query('select count(*) from template'),
    await app.query('select count(*) from record'),
    await app.query('select state from trail_status order by trail_id'),
    (await app.call('GET', '/cairn/acme/flows/api/template_versions')).body,
  ]
  const before = await kept()
  await preview(template)
  expect(await kept()).toEqual(before)
})

it('predicts the effect of the template once it is set and evidence comes in', async () => {
  await report.flow('later', template)
  await report.begin('later', 'run')
  const draft = 'trail: { attestations: [{ name: review, type: generic }] }'
  const [predicted] = (await preview(draft, 'later')).body.trails
  await report.begin('later', 'run', {}, draft)
  const trail = await report.trail('later', 'run')
  expect(trail.compliance_state).toBe(predicted.state_with_draft)
})

it('evaluates 20 trails at most', async () => {
  await report.flow('many')
  for (let run = 1; run <= 22; run += 1) await report.begin('many', `run-${run}`)
  const { body } = await preview('version: 1', 'many')
  expect(body.trails).toHaveLength(20)
  expect(body.trails[0].name).toBe('run-22')
})

it.each([
  ['trail: [', { path: '', line: 1 }],
  ['version: 2', { path: 'version', message: 'Input should be 1 [input: 2]', line: 1, column: 10 }],
  [
    'trail:\n  attestations: [{ name: a }]',
    { path: 'trail.attestations.0.type', message: 'Field required', line: 2 },
  ],
])('says what is wrong with the draft %j, and where', async (draft, problem) => {
  const { status, body } = await preview(draft)
  expect(status).toBe(200)
  expect(body).toEqual({ problems: [expect.objectContaining(problem)], trails: [] })
})

it('lists every error, line by line', async () => {
  const { body } = await preview('version: 2\ntrail:\n  artifacts: 7\nother: 1\n')
  expect(body.problems.map(({ line }: { line: number }) => line)).toEqual([1, 3, 4])
})

it.each([
  [7, 'Input should be a valid string [input: 7]'],
  ['#'.repeat(512 * 1024 + 1), '524288'],
])('refuses what is no draft', async (draft, text) => {
  const { status, body } = await preview(draft)
  expect(status).toBe(400)
  expect(body.message).toBe('Input payload validation failed')
  expect(body.errors.template).toContain(text)
})

it('of an unknown flow is refused', async () => {
  expect((await preview(template, 'absent')).status).toBe(404)
})
