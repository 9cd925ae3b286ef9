import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

const first = 'version: 1\ntrail:\n  attestations:\n    - {name: review, type: generic}\n'
const second = `${first}  artifacts:\n    - {name: api, attestations: [{name: tests, type: junit}]}\n`

let now = 1_790_000_000
let app: TestApp
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = reporter(app)
})
afterAll(() => app.close())

const versions = (flow: string, query = '') =>
  app.call('GET', `/cairn/acme/flows/${flow}/template_versions${query}`, { key: 'reader' })
const numbers = async (flow: string, query = '') =>
  (await versions(flow, query)).body.data.map((one: { version: number }) => one.version)

describe('versions of a template', () => {
  it('are listed newest first, each with its requirements, its author and its time', async () => {
    await report.flow('api', first)
    now += 60
    await report.flow('api', second)
    const { status, body } = await versions('api')
    expect(status).toBe(200)
    expect(body.pagination).toEqual({ total: 2, page: 1, per_page: 20, page_count: 1 })
    expect(body.data).toEqual([
      {
        version: 2,
        content: second,
        names: null,
        document: {
          version: 1,
          trail: {
            attestations: [{ name: 'review', type: 'generic' }],
            artifacts: [{ name: 'api', attestations: [{ name: 'tests', type: 'junit' }] }],
          },
          every_artifact: [],
        },
        created_at: now,
        created_by: 'member',
      },
      expect.objectContaining({ version: 1, content: first, created_at: now - 60 }),
    ])
  })

  it('are added by a changed template only, also when it equals an earlier one', async () => {
    for (const template of [first, first, second, first]) await report.flow('back', template)
    await report.flow('back', undefined, { description: 'Other words' })
    expect(await numbers('back')).toEqual([3, 2, 1])
  })

  it('are paged, and found by number', async () => {
    for (const template of [first, second, first]) await report.flow('paged', template)
    expect(await numbers('paged', '?per_page=2')).toEqual([3, 2])
    expect(await numbers('paged', '?per_page=2&page=2')).toEqual([1])
    expect(await numbers('paged', '?page=9')).toEqual([])
    expect(await numbers('paged', '?version=1&version=3')).toEqual([3, 1])
    const { body } = await versions('paged', '?version=1&version=77')
    expect(body.data).toHaveLength(1)
    expect(body.pagination.total).toBe(1)
  })

  it('of a legacy flow have names instead of YAML', async () => {
    const json = { name: 'legacy', template: ['artifact', 'tests'] }
    await app.call('PUT', '/flows/acme', { json })
    const { body } = await versions('legacy')
    expect(body.data[0]).toMatchObject({
      content: null,
      names: ['artifact', 'tests'],
      document: { every_artifact: [{ name: 'tests', type: '*' }] },
    })
  })

  it('of a flow without a template are one, which requires nothing', async () => {
    await report.flow('bare')
    const { body } = await versions('bare')
    expect(body.data).toMatchObject([
      { version: 1, document: { trail: { attestations: [], artifacts: [] }, every_artifact: [] } },
    ])
  })

  it('of an unknown or archived flow are refused', async () => {
    expect(await versions('absent')).toMatchObject({
      status: 404,
      body: { message: "Flow named 'absent' does not exist for organization 'acme'" },
    })
    await report.flow('old', first)
    await app.call('PUT', '/flows/acme/old/archive')
    expect(await versions('old')).toMatchObject({
      status: 404,
      body: { message: 'Flow has been archived', code: 'flow_archived' },
    })
  })

  it.each([
    ['version=0', 'version', 'Input should be greater than or equal to 1 [input: 0]'],
    ['version=x', 'version', 'Input should be a valid integer [input: x]'],
    ['version=99999999999', 'version', 'Input should be less than or equal to 2147483647'],
    ['per_page=501', 'per_page', 'Input should be less than or equal to 500 [input: 501]'],
  ])('asked with %s are refused', async (query, field, text) => {
    const { status, body } = await versions('api', `?${query}`)
    expect(status).toBe(400)
    expect(body.errors[field]).toContain(text)
  })
})
