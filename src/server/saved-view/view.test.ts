import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxViews, type View } from '#contract/saved-view/saved-view.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const path = '/service-accounts/acme'
  await app.call('POST', path, { key: 'admin', json: { name: 'ci', privilege: 'member' } })
  const made = await app.call('POST', `${path}/ci/api-keys`, { key: 'admin', json: {} })
  app.keys.ci = made.body.key
})
afterAll(() => app.close())

const views = '/cairn/acme/views'
const failing = { name: 'Failing', page: 'attestations', search: 'verdict=non-compliant' }
const save = (key: string, json: object) =>
  app.call('POST', views, { key, json: { ...failing, scope: 'personal', ...json } })
const make = async (key: string, json: object) => {
  const { status, body } = await save(key, json)
  expect([status, body.message]).toEqual([201, undefined])
  return body as View
}
const change = (key: string, id: string, json: object, headers = {}) =>
  app.call('PATCH', `${views}/${id}`, { key, json, headers })
const remove = (key: string, id: string) => app.call('DELETE', `${views}/${id}`, { key })
const list = async (key: string) => (await app.call('GET', views, { key })).body as View[]
const namesOf = async (key: string, page: string) =>
  (await list(key)).filter((one) => one.page === page).map(({ name }) => name)
const records = () =>
  app.query<{ kind: string; body: Record<string, unknown>; before: object | null }>(
    "select kind, body::json, before::json from record where kind like 'view_%' order by recorded_at, id",
  )

describe('ownership of a view', () => {
  it('is saved, renamed, filtered and removed, each with an audit entry', async () => {
    const made = await make('reader', { page: 'flows', search: 'tag=team%3Acore&tag=pci' })
    expect(made).toMatchObject({ scope: 'personal', is_default: false, created_by: 'reader' })
    const { status, body } = await change('reader', made.id, { name: 'Core & PCI' })
    expect([status, body]).toEqual([200, { ...made, name: 'Core & PCI' }])
    await change('reader', made.id, { name: 'Core & PCI' })
    await change('reader', made.id, { search: '' })
    expect((await remove('reader', made.id)).body).toBe('OK')
    expect((await remove('reader', made.id)).status).toBe(404)
    const left = await records()
    const kinds = left.map(({ kind, body }) => [kind, body.name, body.search])
    expect(kinds).toEqual([
      ['view_created', 'Failing', 'tag=team%3Acore&tag=pci'],
      ['view_updated', 'Core & PCI', 'tag=team%3Acore&tag=pci'],
      ['view_updated', 'Core & PCI', ''],
      ['view_removed', 'Core & PCI', ''],
    ])
    expect(left[1]?.before).toMatchObject({ name: 'Failing' })
  })

  it('shows everybody those of the team, and nobody those of others', async () => {
    const own = await make('reader', { page: 'builds', name: 'Mine' })
    await make('member', { page: 'builds', name: 'Theirs' })
    const team = await make('member', { page: 'builds', name: 'Ours', scope: 'team' })
    expect(await namesOf('reader', 'builds')).toEqual(['Mine', 'Ours'])
    expect(await namesOf('admin', 'builds')).toEqual(['Ours'])
    expect((await change('admin', own.id, { name: 'x' })).status).toBe(404)
    expect((await app.call('GET', `${views}/${own.id}`, { key: 'member' })).status).toBe(404)
    expect((await change('admin', team.id, { name: 'All ours' })).status).toBe(200)
  })

  it('requires the role member for one of the team', async () => {
    const team = await make('member', { name: 'Team', scope: 'team' })
    for (const key of ['reader', 'snapshotter']) {
      for (const answer of [
        await save(key, { name: 'Not mine', scope: 'team' }),
        await change(key, team.id, { name: 'x' }),
        await remove(key, team.id),
      ]) {
        expect([answer.status, answer.body.required_role]).toEqual([403, 'member'])
      }
    }
    expect((await remove('admin', team.id)).status).toBe(200)
  })

  it('is limited to the team for a service account', async () => {
    const { status, body } = await save('ci', { name: 'Mine' })
    expect([status, body.message]).toEqual([403, 'Service accounts have no views of their own'])
    const team = await make('ci', { name: 'By a pipeline', scope: 'team' })
    expect(await namesOf('ci', 'attestations')).toEqual(['By a pipeline'])
    await remove('ci', team.id)
  })

  it('is invisible to other organizations', async () => {
    const team = await make('member', { name: 'Ours alone', scope: 'team' })
    const path = `/cairn/globex/views/${team.id}`
    expect((await app.call('GET', path, { key: 'outsider' })).status).toBe(404)
    expect((await app.call('DELETE', path, { key: 'outsider' })).status).toBe(404)
    const answer = await app.call('GET', '/cairn/globex/views', { key: 'outsider' })
    expect(answer.body).toEqual([])
    await remove('member', team.id)
  })
})

describe('the content of a view', () => {
  it.each([
    ['name', ''],
    ['name', ' padded'],
    ['name', 'two\nlines'],
    ['name', 'x'.repeat(101)],
    ['name', '\ud800'],
    ['name', 7],
    ['page', 'sign-in'],
    ['page', 'https://example.com'],
    ['search', 'https://example.com/?verdict=x'],
    ['search', '?verdict=compliant'],
    ['search', '//example.com'],
    ['search', 'verdict'],
    ['search', 'verdict=compliant#top'],
    ['search', 'verdict=\u0000'],
    ['search', `q=${'x'.repeat(6000)}`],
    ['scope', 'world'],
    ['is_default', 'yes'],
  ])('refuses the %s %j', async (field, value) => {
    const { status, body } = await save('member', { [field]: value })
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  it.each([
    'x',
    'Zahlungen (EU) – 支払い',
    "'; drop table saved_view; --",
    '../..',
    '<b>bold',
    '🦆',
  ])('takes the name %s', async (name) => {
    const { id } = await make('member', { name, page: 'policies' })
    expect((await app.call('GET', `${views}/${id}`)).body.name).toBe(name)
    await remove('member', id)
  })

  it('has a unique name on its page, for one owner', async () => {
    const [first, second] = [
      await make('member', { page: 'controls', name: 'One' }),
      await make('member', { page: 'controls', name: 'Two' }),
    ]
    const again = await save('member', { page: 'controls', name: 'One' })
    expect([again.status, again.body.code, again.body.errors.name]).toEqual([
      400,
      'already_exists',
      expect.stringContaining('Another view of this page has this name'),
    ])
    expect((await change('member', second.id, { name: 'One' })).status).toBe(400)
    await make('member', { page: 'controls', name: 'One', scope: 'team' })
    await make('member', { page: 'decisions', name: 'One' })
    await make('admin', { page: 'controls', name: 'One' })
    const twins = await Promise.all(
      Array.from({ length: 5 }, () => save('member', { page: 'controls', name: 'Twin' })),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
    await remove('member', first.id)
  })

  it('is not saved over a concurrent change', async () => {
    const { id } = await make('member', { page: 'events', scope: 'team' })
    const { headers } = await app.call('GET', `${views}/${id}`)
    const ifMatch = { 'if-match': String(headers.etag) }
    await change('admin', id, { search: 'range=24h' })
    const late = await change('member', id, { search: 'range=7d' }, ifMatch)
    expect([late.status, late.body.current.search]).toEqual([412, 'range=24h'])
  })
})

describe('the default of a page', () => {
  const defaults = async (key: string) =>
    (await list(key)).filter((one) => one.is_default).map(({ scope, name }) => [scope, name])

  it('is one for each person and one for the team; another replaces it', async () => {
    const on = { page: 'environments', is_default: true }
    const first = await make('reader', { ...on, name: 'First' })
    const second = await make('reader', { ...on, name: 'Second' })
    const team = await make('member', { ...on, name: 'Team', scope: 'team' })
    expect(await defaults('reader')).toEqual([
      ['personal', 'Second'],
      ['team', 'Team'],
    ])
    await change('reader', first.id, { is_default: true })
    await change('member', team.id, { is_default: false })
    expect(await defaults('reader')).toEqual([['personal', 'First']])
    const entries = (await records()).filter(({ body }) => body.id === second.id)
    expect(entries.map(({ body }) => body.is_default)).toEqual([true, false])
    await remove('reader', first.id)
    expect(await defaults('reader')).toEqual([])
  })

  it('stays one when several are made concurrently', async () => {
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        save('admin', { name, page: 'overrides', is_default: true }),
      ),
    )
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await defaults('admin')).toHaveLength(1)
  })
})

it(`is limited to ${maxViews} views of a person, however they are made`, async () => {
  const at = async (from: number, count: number) => {
    const names = Array.from({ length: count }, (_, n) => `n${from + n}`)
    const all = await Promise.all(names.map((name) => save('snapshotter', { name })))
    return all.filter(({ status }) => status === 201).length
  }
  expect(await at(0, maxViews - 2)).toBe(maxViews - 2)
  expect(await at(maxViews, 5)).toBe(2)
  const { status, body } = await save('snapshotter', { name: 'one more' })
  expect([status, body.code, body.message]).toEqual([
    400,
    'limit_reached',
    `A person has at most ${maxViews} views; remove one first`,
  ])
})
