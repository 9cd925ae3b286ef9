import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { organization } from '#server/testing/global-database.ts'
import { commitInfo, reporter } from '#server/testing/reporter.ts'

let app: TestApp
/** More than two batches. */
const trails = 220
const template = `version: 1
trail: { attestations: [{ name: review, type: generic }] }
`

beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('payments', template, { description: '=1+1' })
  await report.flow('ledger', undefined, { description: 'Double, "entry"\nbooks' })
  for (let at = 0; at < trails; at += 20) {
    const some = Array.from({ length: 20 }, (_, index) => `run-${at + index}`)
    await Promise.all(
      some.map((name) => report.begin('payments', name, { git_commit_info: commitInfo })),
    )
  }
  const payload = { attestation_name: 'review', description: '@home' }
  await report.generic('payments', 'run-3', { ...payload, is_compliant: false })
  await report.generic('payments', 'run-4', payload)
})
afterAll(() => app.close())

const exportOf = (list: string, query = '', key = 'reader') =>
  app.call('GET', `/cairn/acme/exports/${list}?${query}`, { key })

/** Parses CSV as spreadsheets do. */
function parse(text: string): Record<string, string>[] {
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') records.push([])
  }
  const [heads = [], ...rows] = records.slice(0, -1)
  return rows.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ''])))
}

describe('formats', () => {
  it('writes CSV, with more rows than one batch, in the order of the list', async () => {
    const answer = await exportOf('flows/payments/trails', 'format=csv')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="acme-payments-trails-\d{8}T\d{6}Z\.csv"/,
    )
    const rows = parse(answer.text)
    expect(rows).toHaveLength(trails)
    const pages = await Promise.all(
      [1, 2].map((page) =>
        app.call('GET', `/cairn/acme/flows/payments/trails?per_page=120&page=${page}`),
      ),
    )
    const shown = pages.flatMap(({ body }) =>
      body.data.map((trail: { name: string }) => trail.name),
    )
    expect(rows.map((row) => row.name)).toEqual(shown)
    expect(rows[0]).toMatchObject({
      commit: commitInfo.sha1,
      commit_author: commitInfo.author,
      expected_count: '1',
      compliance_state: 'INCOMPLETE',
    })
    expect(rows[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('writes NDJSON: the rows of the list, then the scope', async () => {
    const answer = await exportOf('flows/payments/trails', 'format=ndjson&name=run-21')
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const list = await app.call('GET', '/cairn/acme/flows/payments/trails?name=run-21')
    expect(lines.slice(0, -1)).toEqual(list.body.data)
    expect(lines.at(-1)).toEqual({
      scope: {
        organization,
        list: 'trails',
        filter: { flow_name: 'payments', name: 'run-21' },
        as_of: expect.any(Number),
        row_count: list.body.pagination.total,
      },
    })
  })

  it('writes JSON: rows and scope, also without a row', async () => {
    const { body } = await exportOf('flows/payments/trails', 'format=json')
    expect(body.rows).toHaveLength(trails)
    expect(body.scope).toMatchObject({ list: 'trails', row_count: trails })
    const none = await exportOf('flows/payments/trails', 'format=json&name=no-such-trail')
    expect(none.body).toMatchObject({ rows: [], scope: { row_count: 0 } })
    const empty = await exportOf('flows/payments/trails', 'name=no-such-trail')
    expect(empty.text).toMatch(/^name,flow_name,[\w,]+\r\n$/)
  })

  it('puts the scope in a header, whatever text it has', async () => {
    const answer = await exportOf('flows', `name=${encodeURIComponent('zürich €')}`)
    const header = String(answer.headers['x-cairn-scope'])
    expect(header).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(header)).toMatchObject({ list: 'flows', filter: { name: 'zürich €' } })
  })
})

describe('lists', () => {
  it('exports the flows of the list, in its order', async () => {
    for (const query of ['', 'sort_direction=desc', 'sort=latest_activity&sort_direction=desc']) {
      const { body } = await exportOf('flows', `format=json&${query}`)
      const list = await app.call('GET', `/cairn/acme/flows?${query}`)
      expect(body.rows).toEqual(list.body.data)
    }
    const { body } = await exportOf('flows', 'format=json&verdict=NON-COMPLIANT')
    expect(body.rows).toEqual([])
  })

  it('narrows trails by every filter of the list', async () => {
    for (const query of ['verdict=NON-COMPLIANT', 'author=ada&name=run-7', 'to_timestamp=1']) {
      const { body } = await exportOf('flows/payments/trails', `format=json&${query}`)
      const list = await app.call('GET', `/cairn/acme/flows/payments/trails?per_page=500&${query}`)
      expect(body.rows, query).toEqual(list.body.data)
      expect(body.scope.row_count, query).toBe(list.body.pagination.total)
    }
  })

  it('exports the attestations of a flow, filtered too', async () => {
    const all = await exportOf('flows/payments/attestations', 'format=json')
    const list = await app.call('GET', '/attestations/acme/payments')
    expect(all.body.rows).toEqual(list.body.data)
    const bad = await exportOf('flows/payments/attestations', 'is_compliant=false')
    expect(parse(bad.text).map((row) => row.trail_name)).toEqual(['run-3'])
  })
})

describe('access and audit', () => {
  it('logs each export, and no refused one', async () => {
    const count = "select actor, subject, body::json as body from record where kind = 'exported'"
    const before = (await app.query(count)).length
    await exportOf('flows/payments/trails', 'format=ndjson&verdict=INCOMPLETE')
    await exportOf('flows', 'format=xml')
    await exportOf('flows/absent/trails')
    const records = await app.query(`${count} order by id`)
    expect(records).toHaveLength(before + 1)
    expect(records.at(-1)).toMatchObject({
      actor: 'reader',
      subject: { flow_name: 'payments' },
      body: { format: 'ndjson', list: 'trails', filter: { verdict: ['INCOMPLETE'] } },
    })
  })

  it('lists members and service accounts, as far as the caller may see them', async () => {
    const json = { name: 'ci', privilege: 'member', description: '+1' }
    await app.call('POST', '/service-accounts/acme', { key: 'admin', json })
    const members = parse((await exportOf('members', 'role=admin&role=reader', 'admin')).text)
    expect(members.map((row) => row.name)).toEqual(['admin', 'reader'])
    expect(members[0]).toMatchObject({ role: 'admin', working_keys: '1', service_accounts: '1' })
    const seen = parse((await exportOf('members', 'q=adm')).text)
    expect(seen).toMatchObject([{ name: 'admin', working_keys: '', last_seen_at: '' }])
    const accounts = parse((await exportOf('service-accounts', 'q=c&role=member')).text)
    expect(accounts).toMatchObject([{ name: 'ci', description: "'+1", created_by: 'admin' }])
    expect((await exportOf('service-accounts', 'key_state=lost')).status).toBe(400)
    const none = await exportOf('service-accounts', 'key_state=expired&format=json')
    expect(none.body).toMatchObject({ rows: [], scope: { list: 'service-accounts', row_count: 0 } })
  })

  it('refuses other organizations, unknown flows and unknown formats', async () => {
    expect((await exportOf('flows', '', 'outsider')).status).toBe(403)
    const unknown = await exportOf('flows/absent/trails')
    expect(unknown.status).toBe(404)
    expect(unknown.headers['content-disposition']).toBeUndefined()
    const form = await exportOf('flows', 'format=xml')
    expect(form.status).toBe(400)
    expect(form.body.errors.format).toBe("Input should be 'csv', 'ndjson' or 'json' [input: xml]")
  })

  it('escapes text that spreadsheets would take for a formula', async () => {
    const flows = parse((await exportOf('flows')).text)
    expect(flows.find((flow) => flow.name === 'payments')?.description).toBe("'=1+1")
    expect(flows.find((flow) => flow.name === 'ledger')?.description).toBe('Double, "entry"\nbooks')
    const attestations = parse((await exportOf('flows/payments/attestations')).text)
    expect(attestations[0]?.description).toBe("'@home")
  })
})
