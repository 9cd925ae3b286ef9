import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.close())

const send = (path: string, csv: unknown, ifMatch?: string, key = 'admin') =>
  app.call('POST', `/cairn/acme/${path}`, {
    key,
    json: { csv },
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  })
const preview = (csv: unknown) => send('control-import-preview', csv)
const load = (csv: unknown, ifMatch?: string) => send('control-import', csv, ifMatch)
const read = async (identifier: string) =>
  (await app.call('GET', `/controls/acme/${identifier}`)).body
const actionsOf = (body: { rows: { action: string }[] }) => body.rows.map((row) => row.action)

const csv = [
  'Identifier,Name,Owner,Team,Tags',
  'RCTL-1,Code review,Mei,A,"soc2:CC8.1, CC8.2; iso27001:A.8.32"',
  '',
  'RCTL-2,"Scan, ""deep""",Luca,B,"{""soc2"":""CC7.1""}"',
].join('\r\n')

test('a preview stores nothing, an import makes the previewed changes, and again none', async () => {
  const before = await countRows(app)
  const shown = await preview(csv)
  expect(shown.status).toBe(200)
  expect(shown.body.ignored_columns).toEqual(['Team'])
  expect(shown.body.rows).toMatchObject([
    { row: 2, identifier: 'RCTL-1', action: 'create' },
    { row: 4, identifier: 'RCTL-2', action: 'create' },
  ])
  expect(await countRows(app)).toEqual(before)

  const done = await load(csv, String(shown.headers.etag))
  expect([done.status, done.body]).toEqual([200, shown.body])
  expect(await read('RCTL-1')).toMatchObject({
    name: 'Code review',
    owner: 'Mei',
    version: 1,
    tags: { soc2: 'CC8.1, CC8.2', iso27001: 'A.8.32' },
  })
  expect(await read('RCTL-2')).toMatchObject({
    name: 'Scan, "deep"',
    owner: 'Luca',
    tags: { soc2: 'CC7.1' },
  })

  const loaded = await countRows(app)
  expect(actionsOf((await load(csv)).body)).toEqual(['unchanged', 'unchanged'])
  expect(await countRows(app)).toEqual(loaded)
  const renamed = await load('identifier;name\nRCTL-1;Four eyes\nRCTL-2;')
  expect(actionsOf(renamed.body)).toEqual(['update', 'unchanged'])
  expect(await read('RCTL-1')).toMatchObject({ name: 'Four eyes', version: 2 })
  const handed = await load('identifier,owner\nRCTL-1, Luca \nRCTL-2,')
  expect(handed.body.rows[0].changes).toEqual([{ field: 'owner', before: 'Mei', after: 'Luca' }])
  expect(await read('RCTL-1')).toMatchObject({ owner: 'Luca', version: 3 })
  expect(await read('RCTL-2')).toMatchObject({ owner: 'Luca', version: 1 })
})

test('an export imports without a change', async () => {
  const json = { identifier: 'RCTL-9', name: '=1+1' }
  await app.call('POST', '/controls/acme', { key: 'admin', json })
  const { text } = await app.call('GET', '/cairn/acme/exports/controls', { key: 'admin' })
  const { body } = await preview(`\ufeff${text}`)
  expect(new Set(actionsOf(body))).toEqual(new Set(['unchanged']))
  expect(body.ignored_columns).toContain('environments')
})

test('one refused row rejects all others', async () => {
  const before = await countRows(app)
  const bad = `identifier,name,owner,tags\nGOOD-1,Good,,\nBAD 1,Bad,,soc2\nGOOD-2,,,\nBAD-3,Bad,${'o'.repeat(256)},`
  expect(actionsOf((await preview(bad)).body)).toEqual(['create', 'refused', 'refused', 'refused'])
  const { status, body } = await load(bad)
  expect(status).toBe(400)
  expect(body.errors).toEqual({
    'row 3.identifier': String.raw`String should match pattern '^[a-zA-Z0-9\-._~]+$' [input: BAD 1]`,
    'row 4.name': 'Field required',
    'row 5.owner': expect.stringContaining('at most 255 characters [input: ooo'),
  })
  expect(await countRows(app)).toEqual(before)
})

test('an import whose plan has changed since the preview does nothing', async () => {
  const text = 'identifier,name\nRACE-1,Ours'
  const { headers } = await preview(text)
  const json = { identifier: 'RACE-1', name: 'Theirs' }
  await app.call('POST', '/controls/acme', { key: 'admin', json })
  const { status, body } = await load(text, String(headers.etag))
  expect([status, actionsOf(body.current)]).toEqual([412, ['update']])
  expect(await read('RACE-1')).toMatchObject({ name: 'Theirs' })
})

it.each([
  ['', 'String should have at least 1 characters'],
  [7, 'Input should be a valid string'],
  ['x'.repeat(1_000_001), 'at most 1000000 characters'],
  ['name,tags\nx,y', "Row 1: There is no column 'identifier' [input: name, tags]"],
  ['\n\n', "Row 1: There is no column 'identifier'"],
  ['identifier,name,NAME\nx,y,z', 'Row 1: A column occurs twice [input: name]'],
  ['identifier,name\na,b,c', 'Invalid Record Length: expect 2, got 3 on line 2'],
  [
    'identifier,name\n"a,b',
    'Quote Not Closed: the parsing is finished with an opening quote at line 2',
  ],
  ['identifier,name\na,b"c"d', 'line 2'],
  [`identifier,name\na,${'b'.repeat(100_001)}`, 'Max Record Size'],
  [`identifier,name\n${'a,b\n'.repeat(501)}`, 'It should have at most 500 rows below the heading'],
])('refuses %j', async (text, reason) => {
  for (const answer of [await preview(text), await load(text)]) {
    expect(answer.status).toBe(400)
    expect(answer.body.errors.csv).toContain(reason)
  }
})

test('callers who may not change controls may only preview', async () => {
  const { status, body } = await send('control-import', csv, undefined, 'member')
  expect([status, body.required_role]).toEqual([403, 'admin'])
  expect((await send('control-import-preview', csv, undefined, 'reader')).status).toBe(200)
})
