import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = '/cairn/acme/settings/time'
const put = (time_zone: unknown) => app.call('PUT', path, { key: 'admin', json: { time_zone } })
const zones = async () => {
  const { organizations } = (await app.call('GET', '/cairn/session', { key: 'reader' })).body
  return organizations.find(({ name }: { name: string }) => name === 'acme').time_zone
}

it('sets the zone that members see beside UTC', async () => {
  expect((await app.call('GET', path)).body).toMatchObject({ time_zone: 'UTC', member_count: 4 })
  expect(await zones()).toBeNull()
  expect((await put('Europe/Berlin')).body.time_zone).toBe('Europe/Berlin')
  expect(await zones()).toBe('Europe/Berlin')
})

it.each(['', 'Mars/Olympus', 'x'.repeat(100), 7, null])('refuses %j as a zone', async (zone) => {
  const { status, body } = await put(zone)
  expect([status, Object.keys(body.errors)]).toEqual([400, ['time_zone']])
})
