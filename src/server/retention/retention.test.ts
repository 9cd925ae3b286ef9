import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '#server/app.ts'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { readConfig } from '#server/platform/config.ts'
import { EvidenceFolder } from '#server/platform/evidence-folder.ts'
import { startTestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'
import { verifyEvidence } from '#server/verification/verify-evidence.ts'

const year = 366 * 86_400
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const path = '/cairn/acme/settings/retention'

async function startService() {
  let now = Date.now() / 1000
  const app = await startTestApp({ clock: () => now })
  onTestFinished(() => app.close())
  const report = reporter(app)
  const evidence = new EvidenceFolder(join(app.dataDir, 'evidence'))
  const attest = async (flow: string, content: string, name = 'scan') => {
    const file = { name: 'e.txt', content }
    return (await report.generic(flow, 'run', { attestation_name: name }, file)).body as string
  }
  return {
    ...app,
    ...{ report, attest, evidence },
    tag: (flow: string, set_tags: object) =>
      app.call('PATCH', `/tags/acme/flow/${flow}`, { key: 'admin', json: { set_tags } }),
    set: (json: object) =>
      app.call('PUT', path, {
        key: 'admin',
        json: { years: null, rules: [], hold_tags: [], ...json },
      }),
    download: (flow: string, id: string) =>
      app.call('GET', `/attestations/acme/${flow}/trail/run/attestation/${id}/evidence`),
    conditions: async (...contents: string[]) =>
      Promise.all(contents.map((content) => evidence.check(sha256(content)))),
    pass: (seconds: number) => void (now += seconds),
    /** Starts another process, which collects once, and waits until it has. */
    async collect() {
      const { connection: direct } = app
      const config = readConfig({
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        CAIRN_DATA_DIR: app.dataDir,
      })
      const database = { connection: direct, direct }
      const other = await createApp({ config, database, webDir: null, clock: () => now })
      const collected = () => app.query('select from instance where collected_at = $1', [now])
      await expect.poll(collected).toHaveLength(1)
      await other.close()
    },
  }
}

it('removes files that are older than the rules of their flows, and says so everywhere', async () => {
  const service = await startService()
  const plain = await service.attest('plain', 'of two years')
  const tagged = await service.attest('bank', 'of seven years')
  await service.attest('court', 'on hold')
  await service.attest('other', 'for ever')
  await service.tag('bank', { pci: '' })
  await service.tag('court', { pci: '', case: '42' })
  await service.tag('plain', { team: 'core' })
  await service.set({
    rules: [
      { tag: 'team:core', years: 2 },
      { tag: 'pci', years: 7 },
    ],
    hold_tags: ['case'],
  })
  const all = ['of two years', 'of seven years', 'on hold', 'for ever']
  service.pass(2 * year - 60)
  await service.collect()
  expect(await service.conditions(...all)).toEqual(['sound', 'sound', 'sound', 'sound'])
  service.pass(86_400)
  await service.collect()
  expect(await service.conditions(...all)).toEqual(['missing', 'sound', 'sound', 'sound'])

  const { status, body } = await service.download('plain', plain)
  expect([status, body.code]).toEqual([410, 'evidence_removed'])
  expect(body.message).toMatch(/^The evidence file was removed on \d{4}-\d\d-\d\d by the retention/)
  expect((await service.download('bank', tagged)).status).toBe(200)
  const { data } = (await service.call('GET', `/attestations/acme?attestation_id=${plain}`)).body
  expect(data[0]).toMatchObject({
    evidence_archive_fingerprint: sha256('of two years'),
    evidence_removed_at: expect.any(Number),
    is_compliant: true,
  })
  const packed = await service.server.inject({
    url: `/api/v2/attestations/acme/plain/trail/run/attestation/${plain}/audit_package`,
    headers: { authorization: `Bearer ${service.keys.reader}` },
  })
  const manifest = /\{\s*"format"[^]*\n\}/.exec(gunzipSync(packed.rawPayload).toString())?.[0] ?? ''
  expect(JSON.parse(manifest)).toMatchObject({
    removed: [{ sha256: sha256('of two years'), name: 'e.txt' }],
    missing: [],
  })
  expect((await service.call('GET', path, { key: 'reader' })).body).toMatchObject({
    evidence_bytes: 'of seven years on hold for ever'.length - 2,
    removed_count: 1,
    held_flow_count: 1,
  })
  const found = await withConsistentRead(service.connection, (read) =>
    verifyEvidence(read, service.evidence, 0),
  )
  expect(found).toMatchObject({ sound: 3, missing: [], damaged: [], removed: 1 })

  service.pass(5 * year)
  await service.collect()
  expect(await service.conditions(...all)).toEqual(['missing', 'missing', 'sound', 'sound'])
  await waitUntilSealed(service)
  const log = await service.call('GET', '/cairn/acme/audit-log?action=evidence_removed', {
    key: 'admin',
  })
  expect(log.body.entries).toHaveLength(2)
  const bodies = await service.query<{ body: string }>(
    "select body from record where kind = 'evidence_removed' order by id",
  )
  expect(bodies.map(({ body: text }) => JSON.parse(text))).toEqual(
    ['of two years', 'of seven years'].map((content) => ({
      files: 1,
      bytes: content.length,
      sha256: [sha256(content)],
    })),
  )
})

it('keeps what decisions and overrides that have not ended rest on, and what is still young elsewhere', async () => {
  const service = await startService()
  await service.attest('plain', 'cited by its hash', 'a')
  const cited = await service.attest('plain', 'cited by its report', 'b')
  await service.attest('plain', 'overridden')
  await service.attest('plain', 'twice', 'c')
  await service.attest('plain', 'cited by nobody', 'd')
  const decide = (is_about: object, content: string) =>
    service.report.decision(
      'gate',
      'run',
      { attestation_data: { is_compliant: true, is_about } },
      { name: 'd.txt', content },
    )
  await decide({ hash: sha256('cited by its hash').toUpperCase() }, 'of a decision')
  await decide({ reports: [cited] }, 'of another decision')
  const { body: override } = await service.report.override('plain', 'run')
  await service.set({ years: 1 })
  service.pass(2 * year)
  await service.attest('other', 'twice')
  await service.collect()
  const kept = [
    ...['cited by its hash', 'cited by its report', 'overridden', 'twice'],
    ...['of a decision', 'of another decision'],
  ]
  expect(await service.conditions(...kept)).toEqual(kept.map(() => 'sound'))
  expect(await service.conditions('cited by nobody')).toEqual(['missing'])
  const end = await service.call('POST', `/cairn/acme/overrides/${override}/end`, {
    json: { reason: 'mended' },
  })
  expect(end.status).toBe(200)
  service.pass(86_400)
  await service.collect()
  expect(await service.conditions('overridden', 'cited by its hash')).toEqual(['missing', 'sound'])
})

it('counts only settings that have stood for a day, and brings back a file that is sent again', async () => {
  const service = await startService()
  const old = await service.attest('plain', 'sent again')
  service.pass(2 * year)
  await service.set({ years: 1 })
  await service.collect()
  expect(await service.conditions('sent again')).toEqual(['sound'])
  service.pass(86_400)
  await service.collect()
  expect(await service.conditions('sent again')).toEqual(['missing'])
  expect((await service.call('GET', path)).body).toMatchObject({
    evidence_bytes: 0,
    removed_count: 1,
  })
  await service.attest('plain', 'sent again')
  expect((await service.download('plain', old)).text).toBe('sent again')
  expect((await service.call('GET', path)).body).toMatchObject({
    evidence_bytes: 10,
    removed_count: 0,
  })
})

it('lets only admins change tags that decide for how long evidence is kept', async () => {
  const { call, attest, set, tag } = await startService()
  await attest('court', 'on hold')
  await tag('court', { case: '42' })
  await set({ rules: [{ tag: 'pci', years: 7 }], hold_tags: ['case'] })
  const change = (json: object) => call('PATCH', '/tags/acme/flow/court', { json })
  expect((await change({ remove_tags: ['case'] })).status).toBe(403)
  expect((await change({ set_tags: { pci: '' } })).status).toBe(403)
  expect((await change({ set_tags: { team: 'core' } })).status).toBe(200)
})

it('refuses what is no setting, and names the field', async () => {
  const { set } = await startService()
  const refusedField = async (json: object) => {
    const { status, body } = await set(json)
    return [status, ...Object.keys(body.errors)]
  }
  expect(await refusedField({ years: 0 })).toEqual([400, 'years'])
  expect(await refusedField({ years: 101 })).toEqual([400, 'years'])
  expect(await refusedField({ rules: [{ tag: 'a b', years: 1 }] })).toEqual([400, 'rules.0.tag'])
  expect(await refusedField({ rules: [{ tag: 'pci', years: 1.5 }] })).toEqual([
    ...[400, 'rules.0.years'],
  ])
  expect(await refusedField({ hold_tags: [':'] })).toEqual([400, 'hold_tags.0'])
})
