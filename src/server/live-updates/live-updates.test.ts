import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { request } from 'node:http'
import { once } from 'node:events'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
let port: number
let closed: boolean
beforeEach(async () => {
  app = await startTestApp({ feedPauses: { poll: 50, check: 200 } })
  closed = false
  await app.server.listen({ port: 0 })
  port = (app.server.server.address() as AddressInfo).port
})
afterEach(async () => {
  if (!closed) await app.close()
})

interface Event {
  id: number
  data: { seq: number; kind: string; subject: { flow_name?: string; trail_name?: string } }
}

/** An open stream: the events received, and when it ended. */
function open(
  options: {
    org?: string
    key?: string | null
    lastEventId?: string
    query?: string
    headers?: Record<string, string>
  } = {},
) {
  const { org = 'acme', key = 'reader', lastEventId, query = '' } = options
  let text = ''
  let status = 0
  let headers: NodeJS.Dict<string | string[]> = {}
  const call = request({
    port,
    path: `/api/v2/cairn/${org}/events${query}`,
    headers: {
      ...(key ? { authorization: `Bearer ${app.keys[key]}` } : {}),
      ...options.headers,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
    agent: false,
  })
  const answered = new Promise<void>((resolve) => call.on('response', () => resolve()))
  const ended = new Promise<void>((resolve) => {
    call.on('error', () => resolve())
    call.on('response', (response) => {
      status = response.statusCode ?? 0
      headers = response.headers
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('error', () => resolve())
      response.on('close', () => resolve())
    })
  })
  call.end()
  const events = (): Event[] =>
    [...text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, data]) => ({
      id: Number(id),
      data: JSON.parse(data ?? ''),
    }))
  return {
    events,
    answered,
    ended,
    text: () => text,
    leave: () => call.destroy(),
    status: () => status,
    headers: () => headers,
    connected: () => expect.poll(() => text).toContain(': connected'),
    received: async (count: number) => {
      await expect.poll(() => events().length).toBeGreaterThanOrEqual(count)
      return events()
    },
  }
}

/**
 * Counts how often streams read the log of the organization while one stream of another reads its
 * own log as often as given.
 */
async function readsMeanwhile(readsOfOther: number): Promise<number> {
  const [acme] = await app.query<{ id: string }>("select id from organization where name = 'acme'")
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const countReads = () => {
    const reads = query.mock.calls
      .map(([given]) => given as unknown as { text?: string; values?: unknown[] })
      .filter(({ text = '' }) => /from "record_seal" inner join.*"seq" > /s.test(text))
    const ours = reads.filter(({ values = [] }) => values.map(String).includes(String(acme?.id)))
    return { ours: ours.length, other: reads.length - ours.length }
  }
  const other = open({ org: 'globex', key: 'outsider' })
  try {
    await expect.poll(() => countReads().other).toBeGreaterThan(readsOfOther)
    return countReads().ours
  } finally {
    other.leave()
    query.mockRestore()
  }
}

const put = (name: string, key = 'member', org = 'acme') =>
  app.call('PUT', `/flows/${org}`, { key, json: { name } })

it('delivers each change once, in order, and only as a hint', async () => {
  await put('before')
  await expect.poll(() => app.query('select 1 from record_pending')).toHaveLength(0)
  const stream = open()
  await stream.connected()
  expect(stream.headers()).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const report = reporter(app)
  await Promise.all(Array.from({ length: 10 }, (_, n) => put(`flow-${n}`)))
  await report.generic('flow-0', 'run', { attestation_name: 'a', description: 'a secret' })
  const events = await stream.received(12)
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, n) => n + 2))
  expect(events.every(({ id, data }) => data.seq === id)).toBe(true)
  expect(new Set(events.slice(0, 10).map(({ data }) => data.subject.flow_name)).size).toBe(10)
  expect(events.slice(10).map(({ data }) => data)).toEqual([
    { seq: 12, kind: 'trail_begun', subject: { flow_name: 'flow-0', trail_name: 'run' } },
    { seq: 13, kind: 'attestation_reported', subject: { flow_name: 'flow-0', trail_name: 'run' } },
  ])
  await put('flow-0')
  stream.leave()
  expect((await app.query('select 1 from record_seal')).length).toBe(13)
})

it('resumes after Last-Event-ID, else after the query, else from now on', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await put(name)
  await expect.poll(() => app.query('select 1 from record_seal')).toHaveLength(4)
  const both = open({ lastEventId: '2', query: '?after=0' })
  const query = open({ query: '?after=3' })
  const start = open({ query: '?after=0' })
  const nonsense = open({ lastEventId: 'x', query: '?after=1' })
  const now = open()
  const ahead = open({ lastEventId: '999' })
  await Promise.all([now.connected(), ahead.connected()])
  await put('e')
  const ids = async (stream: ReturnType<typeof open>, count: number) =>
    (await stream.received(count)).map(({ id }) => id)
  expect(await ids(both, 3)).toEqual([3, 4, 5])
  expect(await ids(query, 2)).toEqual([4, 5])
  expect(await ids(start, 5)).toEqual([1, 2, 3, 4, 5])
  expect(await ids(nonsense, 4)).toEqual([2, 3, 4, 5])
  expect(await ids(now, 1)).toEqual([5])
  expect(ahead.events()).toEqual([])
  for (const stream of [both, query, start, nonsense, now, ahead]) stream.leave()
})

it('delivers nothing of another organization', async () => {
  const ours = open()
  const theirs = open({ org: 'globex', key: 'outsider' })
  await Promise.all([ours.connected(), theirs.connected()])
  await put('theirs', 'outsider', 'globex')
  await put('ours')
  expect((await theirs.received(1)).map(({ data }) => data.subject.flow_name)).toEqual(['theirs'])
  expect((await ours.received(1)).map(({ data }) => data.subject.flow_name)).toEqual(['ours'])
  const foreign = open({ org: 'globex' })
  await foreign.ended
  expect(foreign.status()).toBe(403)
  for (const stream of [ours, theirs]) stream.leave()
})

it('ends on shutdown, at once', async () => {
  const streams = [open(), open(), open({ query: '?after=0' })]
  await Promise.all(streams.map((stream) => stream.connected()))
  closed = true
  // A stream would end by itself only after minutes.
  await app.close()
  await Promise.all(streams.map((stream) => stream.ended))
})

it('closes the stream of a client that left, even before the answer', async () => {
  const stream = open()
  await stream.connected()
  stream.leave()
  const head = `GET /api/v2/cairn/acme/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.keys.reader}\r\n\r\n`
  for (let index = 0; index < 20; index += 1) {
    const socket = connect({ port }, () => socket.write(head, () => socket.destroy()))
    socket.on('error', () => undefined)
  }
  const connections = () =>
    new Promise<number>((resolve) =>
      app.server.server.getConnections((_error, count) => resolve(count)),
    )
  await expect.poll(connections).toBe(0)
  // A stream that nobody reads would go on asking the database.
  await expect.poll(() => readsMeanwhile(10)).toBe(0)
})

it('drops a client that reads nothing, and still stops', async () => {
  await app.query(
    `insert into record (org_id, id, actor, kind, subject, body, hash, recorded_at)
     select id, n::text, 'x', 'flow_created', json_build_object('flow_name', repeat('x', 20000)), '', '', 1
     from organization, generate_series(1, 2000) as n where name = 'acme'`,
  )
  await app.query(
    `insert into record_seal (org_id, seq, record_id, prev_hash, hash, recorded_at, actor, kind, result)
     select org_id, id::int, id, '', '', recorded_at, actor, kind, 'accepted' from record`,
  )
  const head = 'GET /api/v2/cairn/acme/events?after=0 HTTP/1.1\r\nHost: x\r\n'
  const socket = connect(port)
  socket.on('error', () => undefined)
  socket.write(`${head}Authorization: Bearer ${app.keys.reader}\r\n\r\n`)
  // It sees that something arrived, and never reads it.
  await once(socket, 'readable')
  closed = true
  await app.close()
  socket.destroy()
})

it('ends when a key, a session, or a membership ends, and only then', async () => {
  const signedIn = await app.call('POST', '/cairn/session', {
    key: null,
    json: { api_key: app.keys.snapshotter },
  })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const account = await app.call('POST', '/service-accounts/acme', {
    key: 'admin',
    json: { name: 'robot', privilege: 'reader' },
  })
  expect(account.status).toBe(201)
  const made = await app.call('POST', '/service-accounts/acme/robot/api-keys', {
    key: 'admin',
    json: { description: 'a' },
  })
  app.keys.robot = made.body.key
  const streams = {
    member: open({ key: 'member' }),
    robot: open({ key: 'robot' }),
    session: open({ key: null, headers: { cookie } }),
    reader: open({ key: 'reader' }),
    outsider: open({ org: 'globex', key: 'outsider' }),
    admin: open({ key: 'admin' }),
  }
  await Promise.all(Object.values(streams).map((stream) => stream.connected()))
  const keyId = (name: string) => app.keys[name]?.split('_')[2]
  await app.query('update api_key set revoked_at = 1 where id = $1', [keyId('member')])
  await app.query('update service_key set expires_at = 1 where id = $1', [keyId('robot')])
  await app.query('delete from session')
  await app.query(
    "delete from membership using user_account where user_id = id and name = 'reader' and role = 'reader'",
  )
  await app.query("update organization set purge_at = 'infinity' where name = 'globex'")
  const { admin, ...ended } = streams
  await Promise.all(Object.values(ended).map((stream) => stream.ended))
  await put('after', 'admin')
  const flows = (stream: ReturnType<typeof open>) =>
    stream.events().map(({ data }) => data.subject.flow_name)
  await expect.poll(() => flows(admin)).toContain('after')
  expect(Object.values(ended).flatMap(flows)).not.toContain('after')
  admin.leave()
})

it('refuses streams beyond the limit of an account with a message, and queries once for all', async () => {
  const streams = Array.from({ length: 200 }, () => open())
  await Promise.all(streams.map((stream) => stream.answered))
  const refused = streams.filter((stream) => stream.status() === 429)
  expect(refused).toHaveLength(180)
  expect(refused[0]?.headers()['retry-after']).toBe('30')
  expect(refused[0]?.text()).toContain('This account has 20 open streams of events')
  const other = open({ key: 'member' })
  await other.connected()
  // Each for itself, 21 streams would read 21 times as often as one.
  expect(await readsMeanwhile(20)).toBeLessThan(3 * 20)
  const [first, ...rest] = streams.filter((stream) => stream.status() === 200)
  first?.leave()
  await expect
    .poll(async () => {
      const again = open()
      await again.answered
      const { status } = again
      again.leave()
      return status()
    })
    .toBe(200)
  for (const stream of [...rest, other]) stream.leave()
})
