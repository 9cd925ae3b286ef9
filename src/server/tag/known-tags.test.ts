import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  for (const name of ['east', 'west', 'old']) await report.environment(name)
  for (const name of ['shop', 'bank']) await report.flow(name)
  const tag = (path: string, set_tags: object) =>
    app.call('PATCH', `/tags/acme/${path}`, { json: { set_tags } })
  await tag('env/east', { tier: '1', pci: '' })
  await tag('env/west', { tier: '1', team: 'core' })
  await tag('env/old', { tier: '2' })
  await tag('flow/shop', { team: 'shop' })
  await app.call('PUT', '/environments/acme/old/archive')
})
afterAll(() => app.close())

const tagsOf = (type: string) => app.call('GET', `/cairn/acme/tags/${type}`, { key: 'reader' })

it('counts tags of what is not archived, those of flows and environments apart', async () => {
  expect((await tagsOf('environment')).body).toEqual({
    tags: [
      { tag: 'tier:1', count: 2 },
      { tag: 'pci', count: 1 },
      { tag: 'team:core', count: 1 },
    ],
  })
  expect((await tagsOf('flow')).body).toEqual({ tags: [{ tag: 'team:shop', count: 1 }] })
})

it('refuses other types of records', async () => {
  expect((await tagsOf('repo')).status).toBe(400)
})
