import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { withAdministration } from '#server/database/system/administration.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { startReceiver } from '#server/testing/receiver.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

let receiver: Receiver
let apps: { close(): Promise<void> }[] = []
beforeEach(async () => {
  receiver = await startReceiver()
  apps = []
})
afterEach(async () => {
  for (const one of apps) await one.close()
  receiver.close()
})

const environment = () => ({
  CAIRN_AUDIT_PUSH_URL: receiver.url('/in?source=cairn'),
  CAIRN_AUDIT_PUSH_TOKEN: 'collector-token',
})
async function startApp(more: Record<string, string> = environment()): Promise<TestApp> {
  const app = await startTestApp({ environment: more })
  apps.unshift(app)
  return app
}

/** Another process of the service on the same database. */
async function startOther({ connection, dataDir }: TestApp): Promise<void> {
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    CAIRN_DATA_DIR: dataDir,
    ...environment(),
  })
  const database = { connection, direct: connection }
  apps.unshift(await createApp({ config, database, webDir: null }))
}

interface Pushed {
  organization: string
  seq: number
  action: string
  subject: object
  seal: string
  body: unknown
}
const linesOf = ({ text }: { text: string }) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Pushed)
const pushed = () => receiver.at('/in?source=cairn').flatMap(linesOf)
const makeFlow = (app: TestApp, name: string, key = 'member', org = 'acme') =>
  app.call('PUT', `/flows/${org}`, { key, json: { name } })
const sealed = (app: TestApp) =>
  app.query<{ organization: string; seq: number; seal: string }>(`
    select name as organization, seq::integer, encode(hash, 'hex') as seal from record_seal
    join organization on organization.id = org_id order by 1, 2`)
const waitFor = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 250 })
/** Waits until everything is sealed and was pushed. */
async function whenPushed(app: TestApp, given: Pushed[] | null = null): Promise<void> {
  await waitFor(async () => {
    const pending = await app.query('select record_id from record_pending')
    expect(pending).toEqual([])
    const seen = new Set((given ?? pushed()).map((one) => `${one.organization} ${one.seq}`))
    expect(
      (await sealed(app)).filter((one) => !seen.has(`${one.organization} ${one.seq}`)),
    ).toEqual([])
  })
}
const figure = async (app: TestApp) => {
  const { text } = await app.call('GET', '//metrics', { key: 'admin' })
  return /^cairn_audit_push_lag_seconds (\S+)$/m.exec(text)?.[1]
}

/** First arrivals, by organization and in the order of the log; repeats are allowed. */
function firstArrivals(entries: Pushed[]) {
  const seen = new Set<string>()
  return entries.filter(({ organization, seq }) => {
    const key = `${organization} ${seq}`
    return !seen.has(key) && seen.add(key)
  })
}

it('pushes whole entries of all organizations, those from before too, each in its order', async () => {
  const app = await startApp()
  await makeFlow(app, 'one')
  await makeFlow(app, 'other', 'outsider', 'globex')
  await makeFlow(app, 'two')
  await withAdministration(app.connection, (it) => it.addUser('robin'))
  await whenPushed(app)
  const arrived = pushed().map(({ organization, seq, seal }) => ({ organization, seq, seal }))
  const inOrder = (name: string) => arrived.filter(({ organization }) => organization === name)
  const stored = await sealed(app)
  for (const name of ['acme', 'globex', '(instance)']) {
    expect(inOrder(name).length).toBeGreaterThan(0)
    expect(inOrder(name)).toEqual(stored.filter(({ organization }) => organization === name))
  }
  expect(arrived.length, 'each once').toBe(stored.length)
  const one = pushed().find(({ body }) => JSON.stringify(body).includes('"one"'))
  expect(one).toMatchObject({ organization: 'acme', action: 'flow_created', actor: 'member' })
  expect(receiver.received[0]?.headers).toMatchObject({
    authorization: 'Bearer collector-token',
    'content-type': 'application/x-ndjson; charset=utf-8',
  })
  expect(await figure(app)).toBe('0')
})

it('leaves no gap and keeps the order with a collector that fails, is slow, cuts off, and recovers', async () => {
  const app = await startApp()
  const taken: Pushed[] = []
  const take = ({ text }: { text: string }) => taken.push(...linesOf({ text }))
  let calls = 0
  receiver.answer('/in?source=cairn', (response, text) => {
    calls += 1
    if (calls <= 2) return void response.writeHead(503).end('later')
    if (calls === 3) return void response.socket?.destroy()
    if (calls === 4) {
      // Taken, but its answer is lost: it comes again.
      take({ text })
      return void response.socket?.destroy()
    }
    setTimeout(() => {
      take({ text })
      response.writeHead(202).end()
    }, 300)
  })
  for (const name of ['a', 'b', 'c']) await makeFlow(app, name)
  await waitFor(() => expect(calls).toBeGreaterThan(0))
  await waitFor(async () => expect(Number(await figure(app))).toBeGreaterThan(0.5))
  for (const name of ['d', 'e', 'f']) await makeFlow(app, name)
  await whenPushed(app, taken)
  await waitFor(async () => expect(await figure(app)).toBe('0'))
  const ofAcme = firstArrivals(taken).filter(({ organization }) => organization === 'acme')
  expect(ofAcme.map(({ seq }) => seq)).toEqual(ofAcme.map((_, index) => index + 1))
  expect(taken.length).toBeGreaterThan(firstArrivals(taken).length)
})

it('pushes by one process at a time, and goes on where it was after a restart', async () => {
  const app = await startApp()
  await startOther(app)
  await startOther(app)
  await Promise.all(Array.from({ length: 60 }, (_, index) => makeFlow(app, `flow-${index}`)))
  await whenPushed(app)
  expect(pushed().length, 'nothing twice').toBe((await sealed(app)).length)
  const before = receiver.received.length
  await startOther(app)
  await makeFlow(app, 'last')
  await whenPushed(app)
  const later = receiver.received.slice(before).flatMap(linesOf)
  expect(later.map(({ body }) => body)).toMatchObject([{ name: 'last' }])
})

it('pushes other organizations while entries of one are refused', async () => {
  const app = await startApp()
  receiver.answer('/in?source=cairn', (response, text) => {
    response.writeHead(text.includes('"acme"') ? 413 : 200).end()
  })
  await makeFlow(app, 'one')
  await makeFlow(app, 'theirs', 'outsider', 'globex')
  await waitFor(() => {
    const names = pushed().filter(({ organization }) => organization === 'globex')
    expect(names.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ name: 'theirs' }),
    )
  })
})

it('pushes nothing without a collector', async () => {
  const app = await startApp({})
  await makeFlow(app, 'one')
  expect(await figure(app)).toBe('Nan')
  expect(receiver.received).toEqual([])
})
