import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
  await report.flow('boiler')
})
afterAll(() => app.close())

const info = (id: string, changes: object = {}) => ({
  id,
  name: `acme/${id}`,
  url: `https://github.com/acme/${id}`,
  provider: 'github',
  ...changes,
})
const repos = async (query: string) => (await app.call('GET', `/repos/acme?${query}`)).body.repos
const records = async (kind: string) =>
  (await app.query(`select body from record where kind = $1`, [kind])).length

describe('a record of a repository', () => {
  it('is made by a report on a trail, an artifact or an attestation', async () => {
    await report.begin('boiler', 'made', { repo_info: info('of-trail', { description: 'Heats' }) })
    await report.artifact('boiler', { trail_name: 'made', repo_info: info('of-artifact') })
    const evidence = { attestation_name: 'review', repo_info: info('of-attestation') }
    await report.generic('boiler', 'made', evidence)
    const [ofTrail] = await repos('name=acme/of-trail')
    expect(ofTrail).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{8}$/),
      repo_id: 'of-trail',
      name: 'acme/of-trail',
      url: 'https://github.com/acme/of-trail',
      provider: 'github',
      description: 'Heats',
      tags: {},
      created_at: expect.any(Number),
      last_modified_at: ofTrail.created_at,
    })
    const trail = await report.trail('boiler', 'made')
    const ids = (await repos('search=ACME/OF-')).map((repo: { id: string }) => repo.id)
    expect(trail.repo_ids).toEqual(ids.sort())
    const { id, repo_id: _, tags: __, ...shown } = ofTrail
    const [begun, built, attested] = trail.events
    expect(begun.repo_info).toEqual({
      ...shown,
      inner_id: id,
      repo_id: 'of-trail',
      org_id: begun.org_id,
    })
    expect(begun.trail_data_json.repo_ids).toEqual([id])
    expect([built.repo_info.repo_id, attested.repo_info.repo_id]).toEqual([
      'of-artifact',
      'of-attestation',
    ])
  })

  it.each([{ id: '' }, { id: null }, { name: '' }, { name: undefined }, { url: '' }])(
    'needs id, name and url: %j makes none',
    async (missing) => {
      await report.begin('boiler', 'none', { repo_info: info('none', missing) })
      expect(await repos('search=acme/none')).toEqual([])
      expect((await report.trail('boiler', 'none')).repo_ids).toEqual([])
    },
  )

  it('takes name and url of the newest report, and keeps absent fields', async () => {
    await report.begin('boiler', 'moved-1', { repo_info: info('moved', { description: 'Old' }) })
    const [before] = await repos('repo_id=moved')
    const moved = info('moved', { name: 'acme/new', url: 'https://github.com/acme/new' })
    await report.begin('boiler', 'moved-2', { repo_info: moved })
    const [after, ...others] = await repos('repo_id=moved')
    expect(others).toEqual([])
    expect(after).toEqual({
      ...before,
      name: moved.name,
      url: moved.url,
      last_modified_at: expect.any(Number),
    })
    expect(after.last_modified_at).toBeGreaterThan(before.last_modified_at)
    expect((await app.call('GET', '/flows/acme/boiler')).body.repo_url).toBe(moved.url)
    const flows = (await app.call('GET', '/flows/acme')).body
    expect(flows[0].repo_url).toBe(moved.url)
  })

  it('follows attestations on a trail that is there, and keeps a description they leave out', async () => {
    const attest = async (changes: object) => {
      const evidence = { attestation_name: 'review', repo_info: info('told', changes) }
      expect((await report.generic('boiler', 'told', evidence)).status).toBe(201)
      return (await repos('repo_id=told'))[0]
    }
    const told = await attest({ description: 'Heats' })
    expect(await attest({})).toEqual(told)
    const moved = await attest({ name: 'acme/moved' })
    expect(moved).toMatchObject({ id: told.id, name: 'acme/moved', description: 'Heats' })
    expect(await attest({ name: 'acme/moved', description: '' })).toMatchObject({ description: '' })
  })

  it('is another one for another provider', async () => {
    await report.begin('boiler', 'two-1', { repo_info: info('two') })
    await report.begin('boiler', 'two-2', { repo_info: info('two', { provider: 'gitlab' }) })
    await report.begin('boiler', 'two-3', { repo_info: info('two', { provider: undefined }) })
    const providers = (await repos('repo_id=two')).map(
      (repo: { provider: string }) => repo.provider,
    )
    expect(providers.sort()).toEqual(['', 'github', 'gitlab'])
  })

  it('is not written to by an equal report', async () => {
    const repo_info = info('same')
    await report.begin('boiler', 'same-1', { repo_info })
    const place = `select xmin::text, ctid::text from repo where external_id = 'same'`
    const before = [await app.query(place), await records('repo_reported')]
    await report.begin('boiler', 'same-2', { repo_info })
    await report.artifact('boiler', { trail_name: 'same-2', repo_info })
    expect([await app.query(place), await records('repo_reported')]).toEqual(before)
  })

  it('is not made by a refused report', async () => {
    const evidence = {
      attestation_name: 'a',
      artifact_fingerprint: fingerprintOf('never built'),
      repo_info: info('refused'),
    }
    expect((await report.generic('boiler', 'made', evidence)).status).toBe(404)
    expect(await repos('repo_id=refused')).toEqual([])
  })

  it('stays with a trail until another is named', async () => {
    await report.begin('boiler', 'kept', { repo_info: info('kept') })
    await report.begin('boiler', 'kept', { description: 'Two' })
    await report.begin('boiler', 'kept', { repo_info: info('other') })
    const { events, repo_ids } = await report.trail('boiler', 'kept')
    const named = events.map((event: { repo_info: { repo_id: string } }) => event.repo_info.repo_id)
    expect(named).toEqual(['kept', 'kept', 'other'])
    expect(repo_ids).toEqual(events.at(-1).trail_data_json.repo_ids)
  })
})

it('is made once by concurrent reports on many trails', async () => {
  const times = Array.from({ length: 24 }, (_, index) => index)
  const answers = await Promise.all(
    times.map((index) => {
      const repo_info = info('hot', { name: `acme/hot-${index % 3}` })
      const trail = `hot-${index % 4}`
      if (index % 3 === 0) return report.begin('boiler', trail, { repo_info })
      if (index % 3 === 1) return report.artifact('boiler', { trail_name: trail, repo_info })
      return report.generic('boiler', trail, { attestation_name: 'a', repo_info })
    }),
  )
  for (const { status } of answers) expect([200, 201]).toContain(status)
  expect(await repos('repo_id=hot')).toHaveLength(1)
})

it('logs who changed a trail, and who began it', async () => {
  await report.begin('boiler', 'people')
  const { events: first } = await report.trail('boiler', 'people')
  await reporter({
    call: (method, path, request) => app.call(method, path, { ...request, key: 'admin' }),
  }).begin('boiler', 'people', { description: 'Changed' })
  const [begun, updated] = (await report.trail('boiler', 'people')).events
  expect(begun).toEqual(first[0])
  expect(updated.trail_data_json.creating_user_id).toBe(begun.setting_user_id)
  expect(updated.setting_user_id).not.toBe(begun.setting_user_id)
})
