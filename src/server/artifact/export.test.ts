import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
/** More than two batches. */
const count = 220
const template = 'trail: {artifacts: [{name: app, attestations: [{name: scan, type: generic}]}]}'

beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('built', template)
  await report.flow('retired', template)
  for (let at = 0; at < count; at += 20) {
    const some = Array.from({ length: 20 }, (_, index) => at + index)
    await Promise.all(
      some.map((index) =>
        report.artifact('built', {
          fingerprint: fingerprintOf(`build ${index}`),
          filename: `app-${index}`,
          git_commit_info: { ...commitInfo, message: '=1+1' },
          template_reference_name: 'app',
          trail_name: `run-${index % 40}`,
        }),
      ),
    )
  }
  const scan = { attestation_name: 'scan', artifact_fingerprint: fingerprintOf('build 7') }
  await report.generic('built', 'run-7', scan)
  await report.artifact('built', { fingerprint: fingerprintOf('legacy'), filename: 'old' })
  await report.artifact('retired', { fingerprint: fingerprintOf('gone'), trail_name: 'run' })
  await app.call('PUT', '/flows/acme/retired/archive')
})
afterAll(() => app.close())

const exportOf = (flow: string, query: string, archive = '') =>
  app.call('GET', `/cairn/acme${archive}/exports/flows/${flow}/artifacts?${query}`, {
    key: 'reader',
  })

async function listed(query: string) {
  const pages = await Promise.all(
    [1, 2].map((page) =>
      app.call('GET', `/cairn/acme/flows/built/artifacts?per_page=120&page=${page}&${query}`),
    ),
  )
  return pages.flatMap(({ body }) => body.data)
}

it.each(['', 'name=app-21', 'verdict=COMPLIANT', 'verdict=INCOMPLETE&name=old', 'to_timestamp=1'])(
  'has the rows of the list in its order, narrowed by %j',
  async (query) => {
    const { body } = await exportOf('built', `format=json&${query}`)
    expect(body.rows).toEqual(await listed(query))
    expect(body.scope).toMatchObject({ list: 'artifacts', row_count: body.rows.length })
    expect(body.scope.filter).not.toHaveProperty('archived')
  },
)

it('writes CSV, with more rows than one batch', async () => {
  const answer = await exportOf('built', 'format=csv')
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="acme-built-artifacts-\d{8}T\d{6}Z\.csv"/,
  )
  const [heads, ...rows] = answer.text.trimEnd().split('\r\n')
  expect(heads).toMatch(/^created_at,state,filename,fingerprint,template_reference_name,flow_name,/)
  expect(rows).toHaveLength(count + 1)
  expect(rows[0]).toContain(`,old,${fingerprintOf('legacy')},`)
  expect(rows[1]).toContain(",'=1+1,")
})

it('exports archived flows only on request, and names that in the scope', async () => {
  expect((await exportOf('retired', 'format=json')).status).toBe(404)
  const { body } = await exportOf('retired', 'format=json&archived=only')
  expect(body.rows).toMatchObject([{ fingerprint: fingerprintOf('gone'), flow_name: 'retired' }])
  expect(body.scope.filter).toEqual({ flow_name: 'retired', archived: 'only' })
  const key = 'reader'
  const flows = await app.call('GET', '/cairn/acme/exports/flows?format=json&archived=only', {
    key,
  })
  expect(flows.body.rows).toMatchObject([{ name: 'retired' }])
  expect(flows.body.scope.filter).toMatchObject({ archived: 'only' })
  const active = await app.call('GET', '/cairn/acme/exports/flows?format=json', { key })
  expect(active.body.rows).toMatchObject([{ name: 'built' }])
})
