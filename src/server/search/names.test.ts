import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const flow = (name: string) => app.call('PUT', '/flows/acme', { json: { name } })
  const environment = (name: string) =>
    app.call('PUT', '/environments/acme', { json: { name, type: 'server' } })
  await flow('checkout')
  await flow('first-name')
  await environment('prod-eu')
  await environment('prod-us')
  await environment('gone')
  await app.call('PUT', '/environments/acme/gone/archive')
  for (const [from, to] of [
    ['first-name', 'second-name'],
    ['second-name', 'third-name'],
  ]) {
    await app.call('PUT', `/flows/acme/${from}/rename`, { json: { new_name: to } })
  }
})
afterAll(() => app.close())

const ask = async (text: string) =>
  (
    await app.call('GET', `/cairn/acme/nearest-names?text=${encodeURIComponent(text)}`, {
      key: 'reader',
    })
  ).body

it.each([
  ['chekout', ['checkout']],
  ['prod', ['prod-eu', 'prod-us']],
  ['PROD-EU', ['prod-eu', 'prod-us']],
  ['gone', []],
  ["%_'\\", []],
])('%j is near to %j', async (text, ids) => {
  const { matches } = await ask(text)
  expect(matches.map(({ id }: { id: string }) => id)).toEqual(ids)
})

it('follows renames, also repeated ones, to the current name', async () => {
  const now = [{ type: 'flow', id: 'third-name' }]
  await expect.poll(async () => (await ask('first-name')).renamed).toEqual(now)
  expect((await ask('second-name')).renamed).toEqual(now)
  expect((await ask('third-name')).renamed).toEqual([])
})

it('refuses an empty text, and a text that no name can have', async () => {
  for (const text of ['', 'x'.repeat(256)]) expect((await ask(text)).errors).toHaveProperty('text')
})
