import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { startReceiver } from '#server/testing/receiver.ts'

const [targets, rounds, perRound] = [4, 5, 6]
const environment = { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' }

let app: TestApp
let second: App
let peer: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  peer = await startReceiver()
  app = await startTestApp({ environment })
  const { connection, dataDir } = app
  const own = { NODE_ENV: 'test', LOG_LEVEL: 'silent', CAIRN_DATA_DIR: dataDir }
  const config = readConfig({ ...own, ...environment })
  const database = { connection, direct: connection }
  second = await createApp({ config, database, webDir: null })
})
afterAll(async () => {
  await second.close()
  peer.close()
  await app.close()
})

it('two processes send each target every message once, in order, one after the other', async () => {
  const report = environmentReporter(app)
  await report.environment('shared')
  const paths = Array.from({ length: targets }, (_, target) => `/t${target}`)
  const underWay = new Map<string, number>()
  let mostAtOnce = 0
  for (const path of paths) {
    peer.answer(path, (response) => {
      const now = (underWay.get(path) ?? 0) + 1
      mostAtOnce = Math.max(mostAtOnce, now)
      underWay.set(path, now)
      setTimeout(() => {
        underWay.set(path, (underWay.get(path) ?? 0) - 1)
        response.end()
      }, 5)
    })
  }
  await app.call('PUT', '/organizations/acme/environments_notifications', {
    json: {
      name: 'shared',
      type: 'env',
      environments: ['shared'],
      triggers: ['ON_STARTED_ARTIFACT'],
      targets: paths.map((path) => ({ type: 'WEBHOOK', webhook: peer.url(path) })),
    },
  })
  const expected: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const names = Array.from({ length: perRound }, (_, index) => `r${round}-${index}:1`)
    expected.push(...names)
    await report.run('shared', Object.fromEntries(names.map((name) => [name, 1])))
  }
  await expect.poll(() => peer.received.length, { interval: 25 }).toBe(targets * expected.length)
  const namesAt = (path: string): string[] =>
    peer.at(path).map(({ text }) => JSON.parse(text).artifact.name)
  const roundOf = (name: string) => Number(/^r(\d+)/.exec(name)?.[1])
  for (const path of paths) {
    expect(namesAt(path).toSorted()).toEqual(expected.toSorted())
    expect(namesAt(path)).toEqual(namesAt('/t0'))
    const order = namesAt(path).map(roundOf)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  }
  expect(mostAtOnce).toBe(1)
  const rows = await app.query("select 1 from delivery where state = 'delivered'")
  expect(rows.length).toBeLessThanOrEqual(targets * expected.length)
})
