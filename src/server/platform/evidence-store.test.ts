import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listOf, startFolderStore, startS3Store } from '#server/testing/evidence-stores.ts'
import { copyEvidence } from '#server/verification/copy-evidence.ts'
import { EvidenceFolder } from './evidence-folder.ts'
import type { EvidenceStore } from './evidence-store.ts'
import { OperatorError } from './failure.ts'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const receive = (store: EvidenceStore, content: string | Buffer) =>
  store.receive('a', Readable.from([Buffer.from(content)]))
const storeIn = async (store: EvidenceStore, content: string | Buffer) => {
  const received = await receive(store, content)
  await received.store()
  await received.discard()
  return received.sha256
}

it.each(['file', 'file/evidence', '/proc/evidence'])(
  'says in a sentence that %s cannot be its folder',
  async (name) => {
    const above = await mkdtemp(join(tmpdir(), 'cairn-test-evidence-'))
    onTestFinished(() => rm(above, { recursive: true }))
    await writeFile(join(above, 'file'), '')
    const folder = resolve(above, name)
    const opening = new EvidenceFolder(folder).open()
    await expect(opening).rejects.toThrow(OperatorError)
    await expect(opening).rejects.toThrow(`Cairn cannot use the folder ${folder} for evidence (E`)
  },
)

describe.each([
  ['in a folder', startFolderStore],
  ['in a bucket', startS3Store],
])('evidence %s', (_, start) => {
  async function started() {
    const unsound: string[] = []
    const test = await start((sha, condition) => unsound.push(`${condition} ${sha}`))
    onTestFinished(() => test.close())
    return { ...test, unsound }
  }

  it.each([
    ['empty', ''],
    ['small', 'x'],
    ['large', randomBytes(3_000_000)],
  ])('gives an %s file back byte by byte', async (_size, content) => {
    const { store, incoming, unsound } = await started()
    const received = await receive(store, content)
    expect(received).toMatchObject({ name: 'a', size: content.length, sha256: sha256(content) })
    expect(await store.size(received.sha256)).toBeNull()
    await received.store()
    await received.discard()
    expect((await buffer(store.read(received.sha256))).equals(Buffer.from(content))).toBe(true)
    expect(await store.check(received.sha256)).toBe('sound')
    expect(await store.size(received.sha256)).toBe(content.length)
    expect(await readdir(incoming)).toEqual([])
    expect(unsound).toEqual([])
  })

  it('stores nothing that is discarded', async () => {
    const { store, incoming } = await started()
    const received = await receive(store, 'x')
    await received.discard()
    expect(await store.size(received.sha256)).toBeNull()
    expect(await readdir(incoming)).toEqual([])
  })

  it('stores equal files once, also those that arrive together', async () => {
    const { store, incoming } = await started()
    const content = randomBytes(1000)
    await Promise.all(Array.from({ length: 6 }, () => storeIn(store, content)))
    expect((await listOf(store)).map((it) => it.sha256)).toEqual([sha256(content)])
    expect(await store.check(sha256(content))).toBe('sound')
    expect(await readdir(incoming)).toEqual([])
  })

  it('tells of a file that is missing', async () => {
    const { store, unsound } = await started()
    const missing = sha256('missing')
    expect(await store.check(missing)).toBe('missing')
    expect(unsound).toEqual([`missing ${missing}`])
    await expect(buffer(store.read(missing))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('lists files in the order of their hashes, with sizes and times', async () => {
    const { store } = await started()
    const contents = Array.from({ length: 10 }, (_one, index) => 'x'.repeat(index))
    await Promise.all(contents.map((content) => storeIn(store, content)))
    await store.own('an-instance')
    const listed = await listOf(store)
    expect(listed.map((it) => it.sha256)).toEqual(contents.map(sha256).sort())
    for (const { sha256: sha, size, storedAt } of listed) {
      expect(size).toBe(contents.find((content) => sha256(content) === sha)?.length)
      expect(Math.abs(storedAt - Date.now() / 1000)).toBeLessThan(3600)
    }
  })

  it('removes a file that is old, and none that was stored since', async () => {
    const { store } = await started()
    const sha = await storeIn(store, 'x')
    expect(await store.remove(sha, Date.now() / 1000 - 3600)).toBe(false)
    expect(await store.check(sha)).toBe('sound')
    expect(await store.remove(sha, Date.now() / 1000 + 3600)).toBe(true)
    expect(await store.size(sha)).toBeNull()
  })

  it('belongs to the first instance that it is given to', async () => {
    const { store, incoming } = await started()
    expect(await store.owner()).toBeNull()
    await store.own('one')
    await store.own('other')
    expect(await store.owner()).toBe('one')
    expect(await readdir(incoming)).toEqual([])
  })

  it('can be used: probes pass', async () => {
    const { store, incoming } = await started()
    await store.probe()
    expect(await readdir(incoming)).toEqual([])
  })

  it('leaves nothing of an upload that breaks off', async () => {
    const { store, incoming } = await started()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('gone')
      })(),
    )
    await expect(store.receive('x', broken)).rejects.toThrow('gone')
    expect(await readdir(incoming)).toEqual([])
  })

  it('removes uploads of a process that ended, but none of a running one', async () => {
    const { store, incoming } = await started()
    for (const name of ['old', 'fresh']) await writeFile(join(incoming, name), 'x')
    await utimes(join(incoming, 'old'), 1, 1)
    await store.open()
    expect(await readdir(incoming)).toEqual(['fresh'])
  })

  it.each([
    ['a folder', startFolderStore],
    ['a bucket', startS3Store],
  ])('is copied to %s, and once more without copying again', async (_target, startTarget) => {
    const { store } = await started()
    const target = await startTarget()
    onTestFinished(() => target.close())
    await store.own('an-instance')
    const contents = Array.from({ length: 10 }, (_one, index) => 'y'.repeat(index))
    for (const content of contents) await storeIn(store, content)
    await storeIn(target.store, contents[3]!)
    expect(await copyEvidence(store, target.store)).toEqual({
      ...{ files: 9, bytes: 42, present: 1, damaged: [] },
    })
    expect(await copyEvidence(store, target.store)).toMatchObject({ files: 0, present: 10 })
    for (const content of contents) expect(await target.store.check(sha256(content))).toBe('sound')
    expect(await target.store.owner()).toBe('an-instance')
    expect(await readdir(target.incoming)).toEqual([])
  })

  it('is not copied from where there is none', async () => {
    const { store } = await started()
    const folder = join(tmpdir(), 'cairn-test-evidence-none')
    await expect(copyEvidence(store, new EvidenceFolder(folder))).rejects.toThrow(
      `There is no store of evidence at ${store.location}: nothing to copy.`,
    )
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })

  it('is not copied over the store of another instance', async () => {
    const [one, other] = [await started(), await started()]
    await one.store.own('one')
    await other.store.own('other')
    await storeIn(one.store, 'x')
    await expect(copyEvidence(one.store, other.store)).rejects.toThrow(
      `The store of evidence ${other.store.location} belongs to another instance.`,
    )
    expect(await listOf(other.store)).toEqual([])
  })
})
