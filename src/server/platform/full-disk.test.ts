import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
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

const attest = (trail: string, content = 'e') =>
  report.generic('f', trail, { attestation_name: 'scan' }, { name: 'e.txt', content })
const full =
  'The disk of the service is full: nothing of this call was stored. Its operator has to make space'

const broken = 'The service cannot store files: nothing of this call was stored'

it.each([
  ['ENOSPC', 507, full],
  ['EDQUOT', 507, full],
  ['EIO', 503, broken],
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

it.each([
  ['is gone', () => Promise.resolve()],
  ['is a file', (evidence: string) => writeFile(evidence, '')],
])('says so when the folder of evidence %s, and goes on later', async (_, replace) => {
  const evidence = join(app.dataDir, 'evidence')
  const counted = async () => {
    const { text } = await app.call('GET', '//metrics', { key: 'admin' })
    return Number(/cairn_failures_total\{kind="storage_broken"\} (\d+)/.exec(text)?.[1])
  }
  const { body: id } = await attest('away')
  const [before, failures] = [await countRows(app), await counted()]
  await rename(evidence, `${evidence}.away`)
  await replace(evidence)
  for (const content of ['e', 'e'.repeat(3_000_000)]) {
    const { status, body } = await attest('away', content)
    expect([status, body]).toEqual([503, { message: broken }])
  }
  expect(await countRows(app)).toEqual(before)
  expect(await counted()).toBe(failures + 2)
  // Nothing is known of a file in it: it is not said to be missing.
  const path = `/attestations/acme/f/trail/away/attestation/${id}/evidence`
  expect(await app.call('GET', path)).toMatchObject({ status: 503 })
  await rm(evidence, { force: true })
  await rename(`${evidence}.away`, evidence)
  expect(await app.call('GET', path)).toMatchObject({ status: 200 })
})

it('says so when the folder of evidence goes while a file is received', async () => {
  const received = await new EvidenceFolder(join(app.dataDir, 'evidence')).receive(
    'a',
    Readable.from(['a']),
  )
  await received.discard()
  await expect(received.store()).rejects.toMatchObject({ kind: 'storageBroken' })
})

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
