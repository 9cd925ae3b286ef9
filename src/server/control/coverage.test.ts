import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>

const yamlFor = (...controls: string[]) =>
  policyYaml(
    'attestations:',
    ...controls.flatMap((control) => ['  - type: decision', `    for_control: ${control}`]),
  )
const read = async (path: string) => {
  const { status, body } = await app.call('GET', path, { key: 'reader' })
  return status === 200 ? body : { status, ...body }
}
const coverage = (query = '', control = 'C-1') =>
  read(`/controls/acme/${control}/coverage?${query}`)
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)

/**
 * prod fails for one artifact, stage passes, fresh was never reported; dev and gone have no rule.
 */
beforeAll(async () => {
  app = await startTestApp()
  report = environmentReporter(app)
  const keep = policyClient(app)
  for (const control of ['C-1', 'C-2', 'A-9']) await report.control(control, `Name of ${control}`)
  for (const name of ['prod', 'stage', 'fresh', 'dev', 'gone']) await report.environment(name)
  await report.environment('live', 'logical', { included_environments: ['prod', 'stage'] })
  for (const name of ['shop:1', 'shop:2']) await report.build('shop', name)
  const held = { control: 'C-1', artifact_fingerprint: fingerprintOf('shop:1') }
  await report.decision('shop', 'run-shop-1', held)
  await report.run('prod', { 'shop:1': 1, 'shop:2': 1 })
  await report.run('stage', { 'shop:1': 1 })
  await keep.policy('strict', yamlFor('C-1'))
  await keep.policy('wide', yamlFor('C-1', 'C-2'))
  await keep.policy('loose', policyYaml('provenance:', '  required: true'))
  await keep.attach('prod', 'strict', 'wide')
  await keep.attach('stage', 'strict')
  await keep.attach('fresh', 'strict')
  await keep.attach('gone', 'strict')
  await keep.attach('dev', 'loose')
  await app.call('PUT', '/environments/acme/gone/archive')
})
afterAll(() => app.close())

it('shows for each active environment which policies require the control', async () => {
  const { environments, ...rest } = await coverage()
  expect(environments).toEqual([
    { name: 'dev', type: 'server', covered: false, policies: [] },
    { name: 'fresh', type: 'server', covered: true, policies: ['strict'] },
    { name: 'live', type: 'logical', covered: true, policies: ['strict', 'wide'] },
    { name: 'prod', type: 'server', covered: true, policies: ['strict', 'wide'] },
    { name: 'stage', type: 'server', covered: true, policies: ['strict'] },
  ])
  expect(rest).toMatchObject({ total: 5, covered: 4, coverage_percent: 80 })
  expect(rest).toMatchObject({ page: 1, per_page: 15, total_pages: 1, total_count: 5 })
})

it.each([
  ['covered=false', ['dev'], 1],
  ['covered=true&name=G', ['stage'], 1],
  ['name=none', [], 0],
  ['per_page=2&page=2', ['live', 'prod'], 5],
  ['page=9', [], 5],
])('finds under %s %j, and counts all environments', async (query, names, total_count) => {
  const { environments, ...rest } = await coverage(query)
  expect(namesOf(environments)).toEqual(names)
  expect(rest).toMatchObject({ total_count, total: 5, covered: 4, coverage_percent: 80 })
})

it.each([
  ['covered=maybe', 'covered'],
  ['page=0', 'page'],
  ['per_page=501', 'per_page'],
])('refuses %s', async (query, field) => {
  const { status, errors } = await coverage(query)
  expect([status, Object.keys(errors)]).toEqual([400, [field]])
})

it('of an unknown control is 404', async () => {
  const message = "Control 'nope' does not exist in organization 'acme'"
  expect(await coverage('', 'nope')).toEqual({ status: 404, message })
  expect(await read('/cairn/acme/controls/nope')).toEqual({ status: 404, message })
})

it('shows whether it passes where it is required, a logical environment in its members', async () => {
  const page = await read('/cairn/acme/controls/C-1')
  expect(
    page.environments.map((one: { name: string; result: string }) => [one.name, one.result]),
  ).toEqual([
    ['prod', 'failing'],
    ['fresh', 'unknown'],
    ['dev', 'not_asked'],
    ['stage', 'passing'],
  ])
  expect(page.environments[0]).toMatchObject({ running: { passed: 1, failed: 1, not_asked: 0 } })
  expect(page.logical_environments).toEqual(['live'])
  expect(page.coverage).toMatchObject({
    outcome: 'failing',
    total: 4,
    covered: 3,
    running: { passed: 2, failed: 1, not_asked: 0 },
  })
  expect(page.last_decision).toMatchObject({ is_compliant: true })
})

const list = (query = '') => read(`/cairn/acme/controls?${query}`)
const identifiers = (rows: { identifier: string }[]) => rows.map(({ identifier }) => identifier)

it('lists controls with coverage and last decision', async () => {
  const { data, pagination } = await list()
  expect(pagination).toEqual({ total: 3, page: 1, per_page: 25, page_count: 1 })
  expect(identifiers(data)).toEqual(['A-9', 'C-1', 'C-2'])
  expect(data[0]).toMatchObject({
    last_decision: null,
    coverage: { outcome: 'not_asked', covered: 0, total: 4 },
  })
  expect(data[1]).toMatchObject({
    name: 'Name of C-1',
    version: 1,
    coverage: { outcome: 'failing', covered: 3, total: 4 },
    last_decision: { is_compliant: true },
  })
  expect(data[2].coverage).toMatchObject({
    outcome: 'failing',
    covered: 1,
    running: { passed: 0, failed: 2, not_asked: 1 },
  })
})

it.each([
  ['sort=coverage', ['A-9', 'C-2', 'C-1']],
  ['sort=coverage&sort_direction=desc', ['C-1', 'C-2', 'A-9']],
  ['sort=coverage&per_page=1&page=2', ['C-2']],
  ['sort=name&sort_direction=desc', ['C-2', 'C-1', 'A-9']],
  ['search=of%20c-', ['C-1', 'C-2']],
  ['archived=true', []],
])('sorts and finds under %s', async (query, expected) => {
  expect(identifiers((await list(query)).data)).toEqual(expected)
})

it.each([
  ['sort=up', 'sort'],
  ['archived=perhaps', 'archived'],
])('refuses the list under %s', async (query, field) => {
  const { status, errors } = await list(query)
  expect([status, Object.keys(errors)]).toEqual([400, [field]])
})

it('is exported as a file, in the order of the list', async () => {
  const path = '/cairn/acme/exports/controls?sort=coverage&format=csv'
  const { text } = await app.call('GET', path, { key: 'reader' })
  const lines = text.trim().split(/\r?\n/)
  expect(lines[0]).toContain('identifier,name,version')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['A-9', 'C-2', 'C-1'])
})

it('follows policies: a version without the rule leaves a gap', async () => {
  await policyClient(app).policy('wide', yamlFor('C-1'))
  expect((await coverage('covered=true', 'C-2')).total_count).toBe(0)
})
