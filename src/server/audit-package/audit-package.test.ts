import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EvidenceStore } from '#server/platform/evidence-store.ts'
import type { PackageManifest } from '#contract/audit-package/audit-package.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'
import { packed, safeFileName } from './pack.ts'

const run = promisify(execFile)
const fingerprint = 'a'.repeat(64)
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

let app: TestApp
let report: ReturnType<typeof reporter>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-package-'))
  app = await startTestApp()
  report = reporter(app)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const attest = async (
  trail: string,
  name: string,
  file?: { name: string; content: Buffer | string },
) => (await report.generic('boiler', trail, { attestation_name: name }, file)).body as string
const paths = {
  trail: (trail: string) => `/trails/acme/boiler/${trail}/audit_package`,
  attestation: (trail: string, id: string) =>
    `/attestations/acme/boiler/trail/${trail}/attestation/${id}/audit_package`,
  artifact: (flow = 'boiler') => `/artifacts/acme/${flow}/fingerprint/${fingerprint}/audit_package`,
}

/** Downloads a package and unpacks it with the system's tar. */
async function unpack(path: string) {
  const answer = await app.server.inject({
    method: 'GET',
    url: `/api/v2${path}`,
    headers: { authorization: `Bearer ${app.keys.reader}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/gzip',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const place = await mkdtemp(join(folder, 'unpacked-'))
  const packed = join(folder, `${randomBytes(6).toString('hex')}.tar.gz`)
  await writeFile(packed, answer.rawPayload)
  await run('tar', ['-xzf', packed, '-C', place])
  const read = (file: string) => readFile(join(place, file))
  const json = async (file: string) => JSON.parse((await read(file)).toString())
  const manifest: PackageManifest = await json('manifest.json')
  const found = (await readdir(place, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(place.length + 1))
  expect(found.sort()).toEqual([...manifest.files.map(({ path }) => path), 'manifest.json'].sort())
  for (const file of manifest.files) {
    const content = await read(file.path)
    expect([file.path, content.length, sha256(content)]).toEqual([
      file.path,
      file.size,
      file.sha256,
    ])
  }
  const name = String(answer.headers['content-disposition'])
  return { manifest, read, json, name }
}

const in404 = async (path: string) => {
  const { status, body } = await app.call('GET', path)
  expect(status).toBe(404)
  return body.message as string
}

describe('of a trail', () => {
  it('contains the trail, its artifacts, its attestations and their evidence', async () => {
    await report.artifact('boiler', { fingerprint, trail_name: 'run', filename: 'boiler.bin' })
    const content = randomBytes(200_000)
    const id = await attest('run', 'scan', { name: 'scan.bin', content })
    const bare = await attest('run', 'bare')
    const { manifest, read, json, name } = await unpack(paths.trail('run'))
    expect(name).toMatch(/"acme-boiler-run-audit-package-\d{8}T\d{6}Z\.tar\.gz"/)
    expect(manifest).toMatchObject({
      format: 'cairn-audit-package',
      version: 1,
      organization: 'acme',
      subject: { kind: 'trail', flow_name: 'boiler', trail_name: 'run' },
      made_by: 'reader',
      missing: [],
      damaged: [],
    })
    const { body: trail } = await app.call('GET', '/trails/acme/boiler/run')
    const { body: artifact } = await app.call(
      'GET',
      `/artifacts/acme/boiler/fingerprint/${fingerprint}`,
    )
    const { body: items } = await app.call('GET', `/attestations/acme?attestation_id=${id}`)
    expect(await json(`trails/${trail.id}.json`)).toEqual(trail)
    expect(await json(`artifacts/${artifact.artifact_id}.json`)).toEqual(artifact)
    expect(await json(`attestations/${id}.json`)).toEqual(items.data[0])
    expect(await json(`attestations/${bare}.json`)).toMatchObject({ attestation_name: 'bare' })
    expect((await read(`evidence/${id}/scan.bin`)).equals(content)).toBe(true)
    expect(manifest.files.map(({ path }) => path)).toEqual([
      `trails/${trail.id}.json`,
      `artifacts/${artifact.artifact_id}.json`,
      `attestations/${bare}.json`,
      `attestations/${id}.json`,
      `evidence/${id}/scan.bin`,
    ])
  })

  it('has the same content in the same order, except for its author and time', async () => {
    const [one, other] = [await unpack(paths.trail('run')), await unpack(paths.trail('run'))]
    expect(one.manifest.files).toEqual(other.manifest.files)
  })

  it('continues after lost evidence, and lists it', async () => {
    const content = randomBytes(40)
    const hash = sha256(content)
    const id = await attest('lossy', 'lost', { name: 'lost.bin', content })
    await rm(join(app.dataDir, 'evidence', hash.slice(0, 2), hash))
    const { manifest } = await unpack(paths.trail('lossy'))
    expect(manifest.missing).toEqual([
      { path: `evidence/${id}/lost.bin`, size: 40, sha256: hash, name: 'lost.bin' },
    ])
  })

  it('leaves out changed evidence, and lists it', async () => {
    const content = randomBytes(40)
    const hash = sha256(content)
    const id = await attest('damaged', 'changed', { name: 'changed.bin', content })
    const address = join(app.dataDir, 'evidence', hash.slice(0, 2), hash)
    await writeFile(address, randomBytes(40))
    const { manifest } = await unpack(paths.trail('damaged'))
    expect(manifest.missing).toEqual([])
    expect(manifest.damaged).toEqual([
      { path: `evidence/${id}/changed.bin`, size: 40, sha256: hash, name: 'changed.bin' },
    ])
  })

  it('is logged with who downloaded it', async () => {
    await unpack(paths.trail('run'))
    const [row] = await app.query<{ actor: string; subject: object; body: object }>(
      "select actor, subject, body::json as body from record where kind = 'exported' order by id desc limit 1",
    )
    expect(row).toMatchObject({
      actor: 'reader',
      subject: { flow_name: 'boiler', trail_name: 'run' },
      body: { list: 'trail_audit_package', filter: { flow_name: 'boiler', trail_name: 'run' } },
    })
  })

  it('is read of an archived flow on request', async () => {
    await report.generic('old', 'run', { attestation_name: 'a' }, { name: 'a.txt', content: 'a' })
    await app.call('PUT', '/flows/acme/old/archive', { json: null })
    expect(await in404('/trails/acme/old/run/audit_package')).toBe('Flow has been archived')
    const { manifest } = await unpack('/trails/acme/old/run/audit_package?archived=include')
    expect(manifest.files).toHaveLength(3)
  })
})

describe('of an attestation', () => {
  it('contains it and its evidence, at the link in the attestation', async () => {
    const id = await attest('alone', 'scan', { name: 'scan.txt', content: 'clean' })
    const { body } = await app.call('GET', `/attestations/acme?attestation_id=${id}`)
    expect(body.data[0]._links.audit_package.href).toBe(
      `http://localhost:8080/api/v2${paths.attestation('alone', id)}`,
    )
    const { manifest, read } = await unpack(paths.attestation('alone', id))
    expect(manifest.subject).toMatchObject({ kind: 'attestation', attestation_id: id })
    expect(manifest.files.map(({ path }) => path)).toEqual([
      `attestations/${id}.json`,
      `evidence/${id}/scan.txt`,
    ])
    expect((await read(`evidence/${id}/scan.txt`)).toString()).toBe('clean')
  })

  it('is 404 without evidence, and names what is unknown', async () => {
    const bare = await attest('alone', 'bare')
    const id = await attest('alone', 'scan', { name: 'a', content: 'a' })
    await attest('other', 'a')
    for (const path of [
      paths.attestation('alone', bare),
      paths.attestation('alone', 'unknown'),
      paths.attestation('other', id),
    ]) {
      expect(await in404(path)).toBe('Attestation has no audit package')
    }
    expect(await in404(paths.trail('unknown'))).toMatch(/^Trail with name 'unknown'/)
    expect(await in404('/trails/acme/unknown/run/audit_package')).toMatch(/^Flow named/)
    expect(await in404(paths.artifact('other'))).toMatch(/^Flow named/)
    expect(await in404(paths.artifact().replace(fingerprint, 'b'.repeat(64)))).toMatch(
      /^Artifact with/,
    )
    expect((await app.call('GET', paths.artifact().replace(fingerprint, 'zz'))).status).toBe(400)
  })
})

it('of an artifact contains all of its trails in the flow', async () => {
  await report.artifact('boiler', { fingerprint, trail_name: 'again', filename: 'boiler.bin' })
  const id = await attest('again', 'late', { name: 'late.txt', content: 'late' })
  const { manifest } = await unpack(paths.artifact())
  expect(manifest.subject).toEqual({ kind: 'artifact', flow_name: 'boiler', fingerprint })
  const count = (start: string) =>
    manifest.files.filter(({ path }) => path.startsWith(start)).length
  expect([count('trails/'), count('artifacts/'), count('evidence/')]).toEqual([2, 2, 2])
  expect(manifest.files.at(-1)?.path).toBe(`evidence/${id}/late.txt`)
})

describe('of a snapshot', () => {
  const pathOf = (env: string, snapshot: string) =>
    `/cairn/acme/environments/${env}/snapshots/${snapshot}/audit_package`

  it('has what its verdicts rest on: policies, allowances, evidence and overrides of what ran', async () => {
    const [{ environment, build, run }, keep] = [environmentReporter(app), policyClient(app)]
    await environment('hall')
    await keep.policy('scanned', attestationYaml('scan'))
    await keep.policy('unused', attestationYaml('scan'))
    await keep.attach('hall', 'scanned')
    for (const name of ['pump:1', 'fan:1']) await build('hall-flow', name, { trail_name: 'one' })
    await build('hall-flow', 'gone:1')
    const scan = { attestation_name: 'scan', is_compliant: false }
    await report.generic('hall-flow', 'one', scan, { name: 'scan.txt', content: '2 critical' })
    await run('hall', { 'gone:1': 1, 'pump:1': 1 })
    await report.override('hall-flow', 'one')
    await keep.allow('hall', fingerprintOf('valve:1'))
    await keep.allow('hall', fingerprintOf('elsewhere:1'))
    await run('hall', { 'pump:1': 2, 'fan:1': 1, 'valve:1': 1 })
    const { manifest, json, name } = await unpack(pathOf('hall', '-1'))
    const { body: snapshot } = await app.call('GET', '/snapshots/acme/hall/-1')
    const { index } = snapshot
    expect(name).toMatch(new RegExp(`"acme-hall-${index}-audit-package-\\d{8}T\\d{6}Z\\.tar\\.gz"`))
    expect(manifest.subject).toEqual({
      kind: 'snapshot',
      environment_name: 'hall',
      snapshot_index: index,
    })
    expect(await json(`snapshots/${index}.json`)).toEqual(snapshot)
    const { body: policy } = await app.call('GET', '/policies/acme/scanned')
    expect(await json(`policies/${policy.id}.json`)).toEqual(policy)
    // Both artifacts are on one trail, and what has exited is not evaluated.
    const folders = manifest.files.map(({ path }) => path.split('/')[0])
    expect(folders).toEqual([
      ...['snapshots', 'policies', 'exceptions', 'trails', 'artifacts', 'artifacts'],
      ...['attestations', 'attestations', 'evidence', 'exceptions'],
    ])
    const exceptions = manifest.files.filter(({ path }) => path.startsWith('exceptions/'))
    expect(await Promise.all(exceptions.map(({ path }) => json(path)))).toMatchObject([
      { kind: 'allow_list', environment_name: 'hall', reason: 'It has to run' },
      { kind: 'override', flow_name: 'hall-flow', trail_name: 'one', created_by: 'member' },
    ])
    const first = await unpack(pathOf('hall', '1'))
    expect(first.manifest.files.map(({ path }) => path.split('/')[0])).toEqual(
      expect.arrayContaining(['trails', 'trails']),
    )
  })

  it('of a logical environment has the allowances of its members, and archived flows', async () => {
    const [{ environment, build, run }, keep] = [environmentReporter(app), policyClient(app)]
    await environment('roof')
    await environment('house', 'logical', { included_environments: ['roof'] })
    await keep.attach('roof', 'scanned')
    await build('roof-flow', 'slate:1')
    await keep.allow('roof', fingerprintOf('slate:1'))
    await run('roof', { 'slate:1': 1 })
    await app.call('PUT', '/flows/acme/roof-flow/archive', { json: null })
    const { manifest } = await unpack(pathOf('house', '-1'))
    expect(manifest.files.map(({ path }) => path.split('/')[0])).toEqual([
      ...['snapshots', 'policies', 'exceptions', 'trails', 'artifacts'],
    ])
  })

  it('of nothing that ran has the snapshot alone, and is logged', async () => {
    const { environment, run } = environmentReporter(app)
    await environment('empty')
    await run('empty', { 'pump:1': 1 })
    await run('empty', {})
    const { manifest } = await unpack(pathOf('empty', '2'))
    expect(manifest.files.map(({ path }) => path)).toEqual(['snapshots/2.json'])
    const [row] = await app.query<{ subject: object; body: object }>(
      "select subject, body::json as body from record where kind = 'exported' order by id desc limit 1",
    )
    expect(row).toMatchObject({
      subject: { environment_name: 'empty' },
      body: { list: 'snapshot_audit_package', filter: { snapshot_index: 2 } },
    })
  })

  it('refuses what is no snapshot, and names what is unknown', async () => {
    expect(await in404(pathOf('unknown', '1'))).toMatch(/^Environment/)
    expect(await in404(pathOf('empty', '3'))).toMatch(/len\(snapshots\) == 2/)
    const { status, text } = await app.call('GET', pathOf('empty', 'soon'))
    expect([status, text]).toEqual([400, expect.stringMatching(/snapshot_expression.*soon/)])
  })
})

it.each([
  ['../../etc/passwd', '__.._etc_passwd'],
  ['/etc/shadow', '_etc_shadow'],
  ['..', '_'],
  ['.bashrc', '_bashrc'],
  ['-rf', '_rf'],
  ['a\\..\\b', 'a_.._b'],
  ['con.txt', '_con.txt'],
  ['x\u202egnp.exe', 'x_gnp.exe'],
  ['a\nb\u0007.txt', 'a_b_.txt'],
  ['e\u0301tat.pdf', '\u00e9tat.pdf'],
  ['name. ', 'name'],
  [' ', '_'],
  ['', 'evidence'],
  [`${'\u00fc'.repeat(300)}.json`, `${'\u00fc'.repeat(97)}.json`],
])('makes a safe name of %j', (given, safe) => {
  expect(safeFileName(given)).toBe(safe)
})

it.each(['../../etc/passwd', '..', '-rf', '\u00e9tat \u202e.pdf', 'x'.repeat(150)])(
  'unpacks evidence that is called %j in its own folder',
  async (name) => {
    const id = await attest('names', 'named', { name, content: name })
    const { manifest } = await unpack(paths.attestation('names', id))
    expect(manifest.files[1]?.path).toMatch(new RegExp(`^evidence/${id}/[^/]+$`))
  },
)

it('stops reading when the client goes away', async () => {
  for (let index = 0; index < 3; index++) {
    await attest('large', `part-${index}`, { name: 'part.bin', content: randomBytes(3_000_000) })
  }
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/api/v2${paths.trail('large')}`
  const headers = { authorization: `Bearer ${app.keys.reader}` }
  await new Promise<void>((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.once('data', () => response.destroy())
      response.once('close', resolve)
    }).once('error', reject)
  })
  const open = async () => {
    const names = await readdir('/proc/self/fd')
    const links = await Promise.all(
      names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
    )
    return links.filter((link) => link.startsWith(join(app.dataDir, 'evidence')))
  }
  await expect.poll(open).toEqual([])
  expect((await unpack(paths.trail('large'))).manifest.files).toHaveLength(7)
})

it('opens no evidence after the package was given up', async () => {
  const read = vi.fn()
  let finishCheck = (_condition: 'sound') => {}
  const check = () => new Promise<'sound'>((resolve) => (finishCheck = resolve))
  const store = { check, read } as unknown as EvidenceStore
  const head = { made_at: 0 } as Parameters<typeof packed>[1]
  const content = packed(
    store,
    head,
    (async function* () {
      yield {
        sha256: 'a'.repeat(64),
        size: 3,
        name: 'a.txt',
        at: 0,
        attestation_id: 'one',
        is_removed: false,
      }
    })(),
  )
  const closed = new Promise((resolve) => content.once('close', resolve))
  content.once('error', () => undefined).destroy()
  await closed
  finishCheck('sound')
  await setImmediate()
  expect(read).not.toHaveBeenCalled()
})
