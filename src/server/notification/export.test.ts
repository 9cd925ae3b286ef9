import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  await environmentReporter(app).environment('prod')
  for (const [name, target] of [
    ['pager', { type: 'WEBHOOK', webhook: 'http://127.0.0.1:9/secret' }],
    ['=mail', { type: 'EMAIL', email: ['a@acme.example'] }],
  ] as const) {
    const json = {
      name,
      environments: ['prod'],
      triggers: ['ON_NON_COMPLIANT_ENV'],
      targets: [target],
    }
    const made = await app.call('POST', '/cairn/acme/notifications', { json })
    expect(made.status).toBe(201)
  }
})
afterAll(() => app.close())

const take = (query: string) =>
  app.call('GET', `/cairn/acme/exports/notifications?${query}`, { key: 'reader' })

it('exports the notifications of the list, their addresses masked', async () => {
  const { text } = await take('format=csv')
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toMatch(/^number,name,health,environments,selector,triggers,targets,/)
  expect(rows).toHaveLength(2)
  // A spreadsheet would take it for a formula.
  expect(rows[0]).toMatch(/^2,'=mail,never_tried,/)
  expect(text).toContain('http://127.0.0.1:9/•••')
  expect(text).not.toContain('secret')
})

it('keeps the filters and the order of the list', async () => {
  const { text } = await take('format=ndjson&target_type=WEBHOOK&sort_direction=desc')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ name }) => name).filter(Boolean)).toEqual(['pager'])
  expect(lines.at(-1)).toMatchObject({
    scope: { list: 'notifications', filter: { target_type: ['WEBHOOK'] } },
  })
})
