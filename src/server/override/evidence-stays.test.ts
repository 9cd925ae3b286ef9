import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'

let app: TestApp
let client: ReturnType<typeof overrideClient>
let now = 1_800_000_000
let scan: string
let kept: string
let ended: string
let standing: string
const ends = 1_900_000_000

beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  client = overrideClient(app)
  await client.begin('f', 'run')
  const report = async (attestation_name: string, is_compliant: boolean) =>
    (await client.generic('f', 'run', { attestation_name, is_compliant })).body as string
  kept = await report('lint', true)
  scan = await report('scan', false)
  const on = { flow_name: 'f', trail_name: 'run', attestation_name: 'scan' }
  const override = async (fields: object) =>
    (await client.ask({ ...on, original_attestation_type: 'generic', ...fields })).body.override_id
  ended = await override({ new_compliance_status: true, reason: 'Too soon' })
  await client.post(`overrides/${ended}/end`, { reason: 'Looked again' })
  standing = await override({
    new_compliance_status: true,
    reason: 'RISK-709',
    expires_at: ends,
  })
})
afterAll(() => app.close())

const columns = [
  'record_type',
  'reported_is_compliant',
  'effective_is_compliant',
  'qualifiers',
  'overridden_by',
  'override_of',
  'override_author',
  'override_ends_at',
  'reason',
]
const exported = async (format: string) =>
  (await app.call('GET', `/cairn/acme/exports/attestations?format=${format}`, { key: 'reader' }))
    .text

it('keeps what evidence reported beside what overrides say, in lists and files', async () => {
  const { data } = await client.get('/attestations/acme')
  const { rows } = JSON.parse(await exported('json'))
  const lines = (await exported('ndjson')).trim().split('\n')
  for (const listed of [data, rows, lines.slice(0, -1).map((line) => JSON.parse(line))]) {
    expect(listed).toMatchObject([
      {
        attestation_id: standing,
        record_type: 'override',
        reported_is_compliant: null,
        effective_is_compliant: true,
        override_of: scan,
      },
      {
        attestation_id: ended,
        record_type: 'override',
        reported_is_compliant: null,
        effective_is_compliant: null,
        override_of: scan,
      },
      {
        attestation_id: scan,
        record_type: 'evidence',
        reported_is_compliant: false,
        effective_is_compliant: true,
        overridden_by: standing,
        override: {
          reason: 'RISK-709',
          reported_by: 'member',
          approved_by: null,
          created_at: expect.any(Number),
          expires_at: ends,
        },
        override_of: null,
      },
      {
        attestation_id: kept,
        record_type: 'evidence',
        reported_is_compliant: true,
        effective_is_compliant: true,
        override_of: null,
      },
    ])
    expect(listed[3]).not.toHaveProperty('overridden_by')
    expect(listed[3]).not.toHaveProperty('override')
  }
})

it('says so in CSV: an override is a row of its own type', async () => {
  const rows: Record<string, string>[] = parse(await exported('csv'), { columns: true, bom: true })
  const end = new Date(ends * 1000).toISOString()
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    ['override', '', 'true', '', '', scan, 'member', end, 'RISK-709'],
    ['override', '', '', '', '', scan, 'member', expect.stringMatching(/^20.*Z$/), 'Too soon'],
    ['evidence', 'false', 'true', 'overridden', standing, '', 'member', end, 'RISK-709'],
    ['evidence', 'true', 'true', '', '', '', '', '', ''],
  ])
})
