import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const rows = [
    'A-1,Review,"soc2:CC8.1,CC8.2; owner:core"',
    'A-2,Scan,"soc2:CC8.1; iso27001:A.8.32"',
    'A-3,Sign,',
  ]
  const json = { csv: `identifier,name,tags\n${rows.join('\n')}` }
  await app.call('POST', '/cairn/acme/control-import', { key: 'admin', json })
  await environmentReporter(app).environment('prod')
  const keep = policyClient(app)
  const rule = policyYaml('attestations:', '  - type: decision', '    for_control: A-1')
  await keep.policy('rules', rule)
  await keep.attach('prod', 'rules')
})
afterAll(() => app.close())

const list = async (query: string) =>
  (await app.call('GET', `/cairn/acme/control-requirements?${query}`, { key: 'reader' })).body
const textsOf = (body: { data: Record<string, string & { identifier: string }[]>[] }) =>
  body.data.map(
    ({ framework, requirement, outcome, controls }) =>
      `${framework} ${requirement} ${outcome}: ${controls?.map((one) => one.identifier).join(' ')}`,
  )

const none = {
  passing: 0,
  expired: 0,
  by_exception: 0,
  failing: 0,
  stale: 0,
  unknown: 0,
  partly_asked: 0,
  not_asked: 0,
}

test('requirements show their controls and the results of those', async () => {
  const body = await list('')
  expect(textsOf(body)).toEqual([
    'iso27001 A.8.32 not_asked: A-2',
    'soc2 CC8.1 unknown: A-1 A-2',
    'soc2 CC8.2 unknown: A-1',
  ])
  const [, { controls }] = body.data
  const coverage = { outcome: 'unknown', total: 1, covered: 1 }
  expect(controls[0]).toMatchObject({ identifier: 'A-1', name: 'Review', coverage })
  expect(body.frameworks).toEqual([
    { name: 'iso27001', requirement_count: 1, is_shown: true, counts: { ...none, not_asked: 1 } },
    { name: 'owner', requirement_count: 1, is_shown: false, counts: null },
    { name: 'soc2', requirement_count: 2, is_shown: true, counts: { ...none, unknown: 2 } },
  ])
})

test('they are filtered, and paged', async () => {
  expect(textsOf(await list('framework=owner'))).toEqual(['owner core unknown: A-1'])
  expect(textsOf(await list('search=scan'))).toHaveLength(2)
  expect(textsOf(await list('tag=owner:core'))).toHaveLength(2)
  const last = await list('per_page=2&page=2')
  // Counts are of all pages.
  expect(last.frameworks[0].counts).toEqual({ ...none, not_asked: 1 })
  expect(last.pagination).toEqual({ total: 3, page: 2, per_page: 2, page_count: 2 })
  expect(textsOf(last)).toHaveLength(1)
  expect(textsOf(await list('archived=true'))).toEqual([])
})

test('they are exported with each of their controls', async () => {
  const take = (query: string) =>
    app.call('GET', `/cairn/acme/exports/control-requirements?${query}`, { key: 'reader' })
  const { rows, scope } = (await take('format=json&tag=owner:core')).body
  const { data } = await list('tag=owner:core')
  expect(rows).toEqual(
    data.map(({ controls: [control], ...one }: { controls: object[] }) => ({ ...one, control })),
  )
  expect(scope).toMatchObject({ list: 'requirements', row_count: 2 })
  expect(scope.filter).toMatchObject({ tag: ['owner:core'] })
  const lines = (await take('')).text.trim().split('\r\n')
  expect(lines[0]).toMatch(/^framework,requirement,requirement_outcome,control,control_name,/)
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^iso27001,A.8.32,not_asked,A-2,Scan,not_asked,1,0,/),
    expect.stringMatching(/^soc2,CC8.1,unknown,A-1,Review,unknown,1,1,/),
    expect.stringMatching(/^soc2,CC8.1,unknown,A-2,Scan,not_asked,1,0,/),
    expect.stringMatching(/^soc2,CC8.2,unknown,A-1,Review,unknown,1,1,/),
  ])
})
