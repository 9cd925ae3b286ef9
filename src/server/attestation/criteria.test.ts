import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
const shas = { own: 'a', artifact: 'b', trail: 'c', nobody: 'd' }
const sha = (who: keyof typeof shas) => shas[who].repeat(40)
const info = (who: keyof typeof shas) => ({ git_commit_info: { ...commitInfo, sha1: sha(who) } })

beforeAll(async () => {
  let now = 1_800_000_000
  app = await startTestApp({ clock: () => (now += 1) })
  const report = reporter(app)
  await report.flow('one')
  await report.begin('one', 'run-1', info('trail'))
  const made = { git_commit: sha('artifact'), ...info('artifact') }
  await report.artifact('one', made)
  const on = { artifact_fingerprint: fingerprintOf('boiler') }
  await report.generic('one', 'run-1', { attestation_name: 'by-trail' })
  await report.generic('one', 'run-1', { attestation_name: 'by-artifact', ...on })
  await report.generic('one', 'run-1', { attestation_name: 'by-own', ...info('own') })
  await report.generic('one', 'run-1', { attestation_name: 'own-first', ...on, ...info('own') })
  const target = { target_artifacts: ['boiler'], ...info('artifact') }
  await report.junit('one', 'run-1', { attestation_name: 'in-advance', ...target })
  await report.begin('two', 'run-1', info('nobody'))
  await report.junit('two', 'run-1', { attestation_name: 'tests', ...info('own') })
  // An equal commit in another organization is unrelated.
  await app.call('POST', '/attestations/globex/one/trail/run/generic', {
    key: 'outsider',
    form: [
      {
        name: 'data_json',
        content: JSON.stringify({ attestation_name: 'foreign', ...info('own') }),
      },
    ],
  })
})
afterAll(() => app.close())

const ask = (query: string) =>
  app.call('GET', `/attestations/acme/list_attestations_for_criteria?${query}`, { key: 'reader' })

async function found(query: string): Promise<Record<string, string[]>> {
  const { status, body } = await ask(query)
  expect(status).toBe(200)
  return Object.fromEntries(
    Object.entries(body as Record<string, { attestation_name: string }[]>).map(([key, items]) => [
      key,
      items.map((item) => item.attestation_name),
    ]),
  )
}

it.each([
  ['own', ['tests', 'own-first', 'by-own']],
  ['artifact', ['in-advance', 'by-artifact']],
  ['trail', ['by-trail']],
  ['nobody', []],
] as const)('an attestation belongs to its %s commit', async (who, names) => {
  expect(await found(`commit_list=${sha(who)}`)).toEqual({ [sha(who)]: names })
})

it('accepts several commits, and has each as a key', async () => {
  const query = (['trail', 'nobody', 'own', 'own'] as const)
    .map((who) => `commit_list=${sha(who)}`)
    .join('&')
  expect(await found(query)).toEqual({
    [sha('trail')]: ['by-trail'],
    [sha('nobody')]: [],
    [sha('own')]: ['tests', 'own-first', 'by-own'],
  })
})

it.each([
  ['flow_name=two', ['tests']],
  ['flow_name=unknown', []],
  ['attestation_name=by-own', ['by-own']],
  ['attestation_type=junit', ['tests']],
  ['attestation_type=generic', ['own-first', 'by-own']],
  ['attestation_type=custom:coverage', []],
  ['attestation_type=decision', []],
  ['attestation_type=system:decision', []],
  ['flow_name=unknown&flow_name=two&flow_name=one', ['tests', 'own-first', 'by-own']],
  ['attestation_name=by-own&attestation_name=tests', ['tests', 'by-own']],
  ['attestation_type=junit&attestation_type=generic', ['tests', 'own-first', 'by-own']],
  ['attestation_id=a&attestation_id=b', ['tests', 'own-first', 'by-own']],
  ['attestation_id=anything', ['tests', 'own-first', 'by-own']],
  ['flow_name=one&attestation_name=by-own&attestation_type=generic', ['by-own']],
  ['flow_name=&attestation_name=&attestation_type=', ['tests', 'own-first', 'by-own']],
])('narrows by %s', async (filter, names) => {
  expect(await found(`commit_list=${sha('own')}&${filter}`)).toEqual({ [sha('own')]: names })
})

it.each(['', 'commit_list=', 'flow_name=one', 'attestation_type=junit&attestation_name=x'])(
  'wants a commit: %j',
  async (query) => {
    const answer = await ask(query)
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: 'Input payload validation failed', errors: { commit_list: 'Field required' } },
    ])
  },
)

it.each([`${'a'.repeat(39)}`, 'A'.repeat(40), 'a'.repeat(41), `${'a'.repeat(40)},b`, 'HEAD'])(
  'refuses the commit %s, also beside a good one',
  async (bad) => {
    const reason = `String should match pattern '^[a-f0-9]{40}$' [input: ${bad}]`
    const alone = await ask(`commit_list=${bad}`)
    expect(alone.status).toBe(400)
    expect(alone.body.errors).toEqual({ commit_list: reason })
    const beside = await ask(`commit_list=${sha('own')}&commit_list=${bad}`)
    expect(beside.body.errors).toEqual({ commit_list: reason })
  },
)

it('answers for as many commits as a request can name', async () => {
  const commits = Array.from({ length: 200 }, (_, n) => n.toString(16).padStart(40, '0'))
  const { status, body } = await ask(commits.map((it) => `commit_list=${it}`).join('&'))
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(commits)
})

it('returns items in their usual form', async () => {
  const { body } = await ask(`commit_list=${sha('trail')}`)
  const [item] = body[sha('trail')]
  const byId = await app.call('GET', `/attestations/acme?attestation_id=${item.attestation_id}`)
  expect(byId.body.data).toEqual([item])
})

it('exports the attestations of the commits, and nothing else', async () => {
  const of = (...who: (keyof typeof shas)[]) =>
    who.map((one) => `commit_list=${sha(one)}`).join('&')
  const file = (query: string) =>
    app.call('GET', `/cairn/acme/exports/attestations?format=json&${query}`, { key: 'reader' })
  const namesOf = async (query: string) =>
    (await file(query)).body.rows.map((row: { attestation_name: string }) => row.attestation_name)
  expect(await namesOf(of('own', 'trail'))).toEqual(['tests', 'own-first', 'by-own', 'by-trail'])
  expect(await namesOf(`${of('own')}&flow_name=one&attestation_name=by-own`)).toEqual(['by-own'])
  expect(await namesOf(of('nobody'))).toEqual([])
  const { scope } = (await file(of('artifact'))).body
  expect(scope).toMatchObject({
    list: 'attestations',
    filter: { commit_list: [sha('artifact')] },
    row_count: 2,
  })
  const csv = await app.call('GET', `/cairn/acme/exports/attestations?${of('trail')}`)
  expect(csv.text).toContain(`,${sha('trail')},`)
  expect((await file('commit_list=HEAD')).status).toBe(400)
})
