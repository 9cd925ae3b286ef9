import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const given = [
    ['B-2', 'Code review', { framework: 'soc2', tier: '1' }],
    ['A-1', 'Vulnerability scan', { framework: 'finos' }],
    ['C-3', 'Überprüfung', { framework: 'soc2' }],
    ['a-9', 'Gone', { framework: 'soc2' }],
  ] as const
  for (const [identifier, name, set_tags] of given) {
    const key = 'admin'
    await app.call('POST', '/controls/acme', { key, json: { identifier, name } })
    await app.call('PATCH', `/tags/acme/control/${identifier}`, { key, json: { set_tags } })
  }
  await app.call('POST', '/controls/acme/a-9/archive', { key: 'admin' })
  await app.call('POST', '/controls/globex', {
    key: 'outsider',
    json: { identifier: 'A-1', name: 'Theirs' },
  })
})
afterAll(() => app.close())

const list = async (query: string) =>
  (await app.call('GET', `/controls/acme?${query}`, { key: 'reader' })).body
const identifiers = ({ controls }: { controls: { identifier: string }[] }) =>
  controls.map((control) => control.identifier)

it.each([
  ['', ['A-1', 'B-2', 'C-3']],
  ['sort_direction=desc', ['C-3', 'B-2', 'A-1']],
  ['search=REVIEW', ['B-2']],
  ['search=c-', ['C-3']],
  ['search=%C3%BCBER', ['C-3']],
  ['search=%25', []],
  ['tag=framework', ['A-1', 'B-2', 'C-3']],
  ['tag=framework:soc2', ['B-2', 'C-3']],
  ['tag=framework:soc2&tag=tier', ['B-2']],
  ['tag=unknown', []],
  ['archived=true', ['a-9']],
  ['archived=true&search=review', []],
  ['archived=false&search=gone', []],
  ['per_page=2&page=2', ['C-3']],
  ['page=9', []],
])('%s lists %j', async (query, expected) => {
  expect(identifiers(await list(query))).toEqual(expected)
})

it('links to the other pages', async () => {
  const body = await list('per_page=2')
  expect(body).toMatchObject({ page: 1, per_page: 2, total_pages: 2, total_count: 3 })
  expect(body._links.next).toEqual({
    href: 'http://localhost:8080/api/v2/controls/acme?per_page=2&page=2',
  })
  expect(await list('')).toMatchObject({ per_page: 15, total_pages: 1 })
})

it.each([
  ['page=0', 'page'],
  ['per_page=501', 'per_page'],
  ['archived=perhaps', 'archived'],
  ['sort_direction=up', 'sort_direction'],
])('%s is refused', async (query, field) => {
  const { status, body } = await app.call('GET', `/controls/acme?${query}`)
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
})
