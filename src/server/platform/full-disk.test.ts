import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { reporter } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'
import { EvidenceFolder } from './evidence-folder.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  app = await startTestApp()
  report = reporter(app)
  await report.flow('f')
})
afterAll(() => app.close())

const attest = (trail: string) =>
  report.generic('f', trail, { attestation_name: 'scan' }, { name: 'e.txt', content: 'e' })
const full =
  'The disk of the service is full: nothing of this call was stored. Its operator has to make space'

it.each([
  ['ENOSPC', 507, full],
  ['EDQUOT', 507, full],
  ['EIO', 503, 'The service cannot store files: nothing of this call was stored'],
])(
  'says so when evidence meets %s, stores nothing, and goes on later',
  async (code, ...refusal) => {
    const before = await countRows(app)
    const error = Object.assign(new Error('write'), { code, syscall: 'write' })
    const receive = vi.spyOn(EvidenceFolder.prototype, 'receive').mockRejectedValue(error)
    const { status, body } = await attest(code)
    expect([status, body]).toEqual([refusal[0], { message: refusal[1] }])
    expect(await countRows(app)).toEqual(before)
    expect(await readdir(join(app.dataDir, 'evidence', 'incoming'))).toEqual([])
    expect((await app.call('GET', '/flows/acme')).status).toBe(200)
    receive.mockRestore()
    expect((await attest(code)).status).toBe(201)
  },
)

it('reports and counts a full disk of PostgreSQL', async () => {
  const endRefusal = await refuseWrites(app, 'attestation', { code: '53100' })
  const before = await countRows(app)
  const { status, body } = await attest('full')
  expect([status, body]).toEqual([507, { message: full }])
  expect(await countRows(app)).toEqual(before)
  await endRefusal()
  expect((await attest('full')).status).toBe(201)
  const metrics = await app.call('GET', '//metrics', { key: 'admin' })
  expect(metrics.text).toContain('cairn_failures_total{kind="storage_full"} 3')
})
