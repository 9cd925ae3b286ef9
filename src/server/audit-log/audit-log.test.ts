import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry, AuditItem } from '#contract/audit-log/audit-log.ts'
import { startTestApp, type TestApp, type TestRequest } from '#server/testing/app.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'

let app: TestApp
const begun = 1_700_000_000
let now = begun
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 0.001) })
  const put = (path: string, json: object, request: TestRequest = {}) =>
    app.call('PUT', path, { key: 'member', json, ...request })
  await put('/flows/acme', { name: 'payments', description: 'old' })
  await put('/flows/acme', { name: 'payments', description: 'new' })
  now = begun + 5 * 86_400
  await put('/environments/acme', { name: 'prod', type: 'K8S', description: 'a' })
  await app.call('PATCH', '/environments/acme/prod', { json: { description: 'b' } })
  await put('/flows/globex', { name: 'theirs' }, { key: 'outsider' })
  await app.call('PATCH', '/tags/acme/flows/payments', { json: { set_tags: { team: 'blue' } } })
  now = begun + 10 * 86_400
  const made = await app.call('POST', '/cairn/session/api-keys', {
    json: { description: '=laptop' },
  })
  app.keys['laptop'] = made.body.key
  await put('/flows/acme', { name: 'first', description: '' }, { key: 'laptop' })
  await put('/flows/acme', { name: 'by-laptop', description: '' }, { key: 'laptop' })
  await waitUntilSealed(app)
})
afterAll(() => app.close())

const list = async (query = '', request: TestRequest = {}) => {
  const { status, body } = await app.call('GET', `/cairn/acme/audit-log${query}`, request)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { entries: AuditItem[]; older: number | null }
}
const actions = async (query: string) => (await list(query)).entries.map(({ action }) => action)

it('lists accepted writes, newest first, with author, key, address and request', async () => {
  const { entries, older } = await list()
  expect(older).toBeNull()
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => entries.length - at))
  const { headers } = await app.call('PUT', '/flows/acme', { json: { name: 'traced' } })
  await waitUntilSealed(app)
  const [newest] = (await list('?per_page=1', { key: 'admin' })).entries
  expect(newest).toMatchObject({
    actor: 'member',
    key_label: 'test',
    address: '127.0.0.1',
    request_id: headers['x-request-id'],
    action: 'flow_created',
    object_type: 'flow',
    object: 'traced',
    result: 'accepted',
    changes: [],
  })
  const [seen] = (await list('?per_page=1', { key: 'reader' })).entries
  expect(seen).toEqual({ ...newest, address: null })
  const path = `/cairn/acme/audit-log/entries/${newest?.id}`
  const addressFor = async (key: string) => (await app.call('GET', path, { key })).body.address
  expect([await addressFor('admin'), await addressFor('member')]).toEqual(['127.0.0.1', null])
  const csv = async (key: string) =>
    (await app.call('GET', '/cairn/acme/exports/audit-log?format=csv', { key })).text
  expect([
    (await csv('admin')).includes('127.0.0.1'),
    (await csv('reader')).includes('127.0.0.1'),
  ]).toEqual([true, false])
  expect(newest?.key_id).toBe(app.keys['member']?.split('_')[2])
})

it('shows the values before and after', async () => {
  const changes = async (query: string) => (await list(query)).entries.map((entry) => entry.changes)
  expect(await changes('?object=payments&action=flow_created&action=flow_updated')).toEqual([
    [{ field: 'description', before: 'old', after: 'new' }],
    [],
  ])
  expect(await changes('?object=payments&action=tags_changed')).toEqual([
    [{ field: 'team', before: null, after: 'blue' }],
  ])
  expect(await changes('?object_type=environment')).toEqual([
    [{ field: 'description', before: 'a', after: 'b' }],
    [],
  ])
})

describe('filters', () => {
  it.each([
    ['?actor=member&object=prod', ['environment_updated', 'environment_created']],
    ['?actor=%3Dlaptop', ['flow_created', 'flow_created']],
    ['?actor=nobody', []],
    ['?action=tags_changed', ['tags_changed']],
    ['?action=tags_changed&action=key_created', ['key_created', 'tags_changed']],
    ['?object_type=environment', ['environment_updated', 'environment_created']],
    ['?object=by-laptop', ['flow_created']],
    ['?result=refused', []],
    [`?to=${begun + 86_400}`, ['flow_updated', 'flow_created']],
    [`?from=${begun + 4 * 86_400}&to=${begun + 6 * 86_400}&object=payments`, ['tags_changed']],
    [`?from=${begun + 90 * 86_400}`, []],
    ['?from=1e300', []],
    ['?to=-1e300', []],
  ])('%s', async (query, expected) => {
    expect(await actions(query)).toEqual(expected)
  })

  it.each([
    ['?action=nonsense', 'action'],
    ['?object_type=teapot', 'object_type'],
    ['?result=maybe', 'result'],
    ['?from=yesterday', 'from'],
    ['?per_page=0', 'per_page'],
    ['?per_page=501', 'per_page'],
    ['?before=0', 'before'],
  ])('refuse %s by its name', async (query, field) => {
    const { status, body } = await app.call('GET', `/cairn/acme/audit-log${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.errors)).toEqual([field])
  })
})

it('returns each entry once across pages', async () => {
  const all = (await list('?actor=member')).entries.map(({ id }) => id)
  const paged: string[] = []
  for (let before: number | null = null, more = true; more; more = before !== null) {
    const { entries, older } = await list(
      `?actor=member&per_page=2${before === null ? '' : `&before=${before}`}`,
    )
    paged.push(...entries.map(({ id }) => id))
    before = older
  }
  expect(paged).toEqual(all)
})

it('shows one entry whole, with its place in the hash chain', async () => {
  const [newer, older] = (await list('?object=payments&action=flow_created&action=flow_updated'))
    .entries
  const read = async (id: string) => app.call('GET', `/cairn/acme/audit-log/entries/${id}`)
  const { status, body } = await read(newer?.id ?? '')
  expect(status).toBe(200)
  expect(body.body).toMatchObject({ name: 'payments', description: 'new', visibility: 'private' })
  expect(body.before).toEqual({ description: 'old', visibility: 'private' })
  expect(body.previous_seal).toBe((await read(older?.id ?? '')).body.seal)
  expect((await read('nonsense')).status).toBe(404)
})

it('counts by day, and by hour in short windows', async () => {
  const counts = async (query: string) =>
    (await app.call('GET', `/cairn/acme/audit-log/counts${query}`)).body
  const days = await counts(`?object=payments&to=${begun + 11 * 86_400}`)
  expect(days.step).toBe(86_400)
  const day = (at: number) => Math.floor(at / 86_400) * 86_400
  expect(days.counts).toEqual([
    { at: day(begun), accepted: 2, refused: 0 },
    { at: day(begun + 5 * 86_400), accepted: 1, refused: 0 },
  ])
  const hours = await counts(`?object=payments&from=${begun - 60}&to=${begun + 60}`)
  expect(hours).toMatchObject({ step: 3600, counts: [{ accepted: 2 }] })
  expect((await app.call('GET', '/cairn/acme/audit-log/counts?from=0')).status).toBe(200)
})

it('exports CSV, NDJSON and JSON, and logs the export', async () => {
  const take = (query: string) => app.call('GET', `/cairn/acme/exports/audit-log${query}`)
  const csv = await take('?actor=%3Dlaptop')
  const [head, ...rows] = csv.text.trim().split('\r\n')
  expect(head).toContain('seq,recorded_at,actor,key_label')
  expect(rows).toHaveLength(2)
  expect(csv.text).toContain(",'=laptop,")
  const lines = (await take('?format=ndjson&object=payments')).text.trim().split('\n')
  expect(lines).toHaveLength(4)
  await waitUntilSealed(app)
  const json = JSON.parse((await take('?format=json')).text)
  await waitUntilSealed(app)
  expect(json.rows.length).toBe((await list('?per_page=500')).entries.length - 1)
  expect((await actions('?action=exported')).slice(0, 3)).toEqual(Array(3).fill('exported'))
})

it('says which actor is a service account, also in files', async () => {
  const path = '/service-accounts/acme'
  await app.call('POST', path, {
    key: 'admin',
    json: { name: 'twin', privilege: 'member', description: '' },
  })
  const { body } = await app.call('POST', `${path}/twin/api-keys`, { key: 'admin', json: {} })
  app.keys['twin'] = body.api_key
  await app.call('PUT', '/flows/acme', { key: 'twin', json: { name: 'by-account' } })
  await app.call('PUT', '/flows/acme', { key: 'member', json: { name: 'by-person' } })
  const query = '?object=by-account'
  const told = async () => {
    await waitUntilSealed(app)
    const [entry] = (await list(query)).entries
    const whole = await app.call('GET', `/cairn/acme/audit-log/entries/${entry?.id}`)
    const file = await app.call('GET', `/cairn/acme/exports/audit-log${query}&format=json`)
    const csv = await app.call('GET', `/cairn/acme/exports/audit-log${query}&format=csv`)
    return [entry, whole.body, JSON.parse(file.text).rows[0]].map((one) => [
      one.actor,
      one.is_service_account,
      csv.text.trim().endsWith('true'),
    ])
  }
  const expected = Array.from({ length: 3 }, () => ['twin', true, true])
  expect(await told()).toEqual(expected)
  expect((await list('?object=by-person')).entries[0]).toMatchObject({ is_service_account: false })
  // Its key is known for ever.
  await app.call('DELETE', `${path}/twin`, { key: 'admin' })
  expect(await told()).toEqual(expected)
})

it('shows nothing of other organizations', async () => {
  const theirs = await app.call('GET', '/cairn/globex/audit-log', { key: 'outsider' })
  expect(theirs.body.entries.map(({ object }: AuditItem) => object)).toEqual(['theirs'])
  const [own] = (await list()).entries
  const path = `/cairn/globex/audit-log/entries/${own?.id}`
  expect((await app.call('GET', path, { key: 'outsider' })).status).toBe(404)
  expect((await app.call('GET', '/cairn/globex/audit-log')).status).toBe(403)
  expect((await app.call('GET', '/cairn/acme/audit-log', { key: 'reader' })).status).toBe(200)
})

it.each(['record', 'record_seal'])('refuses at the database to change %s', async (table) => {
  await expect(app.query(`update ${table} set hash = ''`)).rejects.toThrow(/append-only/)
  await expect(app.query(`delete from ${table}`)).rejects.toThrow(/append-only/)
  await expect(app.query(`truncate ${table} cascade`)).rejects.toThrow(/append-only/)
})

it('contains no key and no session', async () => {
  const signedIn = await app.call('POST', '/cairn/session', {
    key: null,
    json: { api_key: app.keys['reader'] },
  })
  const cookie = /=([^;]+)/.exec(String(signedIn.headers['set-cookie']))?.[1] ?? 'none'
  await app.call('POST', '/service-accounts/acme', {
    key: 'admin',
    json: { name: 'ci', privilege: 'member' },
  })
  const made = await app.call('POST', '/service-accounts/acme/ci/api-keys', {
    key: 'admin',
    json: { description: 'pipeline' },
  })
  expect(made.status).toBeLessThan(300)
  const keys: string[] = [...Object.values(app.keys), made.body.key]
  const secrets = [cookie, ...keys, ...keys.map((key) => key.split('_')[3] ?? key)]
  const rows = await app.query('select row_to_json(record)::text as text from record')
  expect(rows.length).toBeGreaterThan(10)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20)
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([])
  }
})

it('narrows to what entries are about: what people set apart from what pipelines report', async () => {
  await app.call('POST', '/trails/acme/payments', { json: { name: 'build-1' } })
  await waitUntilSealed(app)
  const all = await actions('?per_page=100')
  const reports = await actions('?per_page=100&group=reports')
  const others = '&group=configuration&group=access&group=exceptions'
  const byPeople = await actions(`?per_page=100${others}`)
  expect(byPeople).toContain('flow_created')
  expect(byPeople.length + reports.length).toBe(all.length)
  expect(await actions('?per_page=100&group=people')).toEqual(byPeople)
  expect(await actions('?per_page=100&group=people&group=reports')).toEqual(all)
  expect(await actions('?group=access&action=flow_created')).toEqual([])
  expect(new Set(await actions('?group=configuration&action=flow_created'))).toEqual(
    new Set(['flow_created']),
  )
})

describe('following the log', () => {
  const follow = async (query: string, key = 'reader') => {
    const path = `/cairn/acme/audit-log/entries${query}`
    const { status, body } = await app.call('GET', path, { key })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { entries: AuditEntry[]; next: number }
  }

  it('reads every entry once, oldest first, each as it is alone', async () => {
    const seen: AuditEntry[] = []
    for (let after = 0; ;) {
      const { entries, next } = await follow(`?after=${after}&per_page=3`)
      seen.push(...entries)
      if (next === after) break
      after = next
    }
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, at) => at + 1))
    expect(seen.length).toBeGreaterThan(6)
    const [first] = seen
    const alone = await app.call('GET', `/cairn/acme/audit-log/entries/${first?.id}`)
    expect(first).toEqual(alone.body)
    expect(seen.slice(1).map(({ previous_seal }) => previous_seal)).toEqual(
      seen.slice(0, -1).map(({ seal }) => seal),
    )
  })

  it('goes on with what is new, and shows addresses to admins alone', async () => {
    const { next } = await follow('?per_page=100')
    expect(await follow(`?after=${next}`)).toEqual({ entries: [], next })
    await app.call('PUT', '/flows/acme', { json: { name: 'later' } })
    await waitUntilSealed(app)
    const [entry] = (await follow(`?after=${next}`, 'admin')).entries
    expect(entry).toMatchObject({ seq: next + 1, object: 'later', address: '127.0.0.1' })
    expect((await follow(`?after=${next}`)).entries[0]?.address).toBeNull()
  })

  it.each(['after=-1', 'after=x', 'per_page=0', 'per_page=101'])('refuses %s', async (query) => {
    const { status, body } = await app.call('GET', `/cairn/acme/audit-log/entries?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]])
  })
})
