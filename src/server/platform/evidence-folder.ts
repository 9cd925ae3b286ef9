import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  type EvidenceStore,
  type FileCondition,
  type OnUnsound,
  type ReceivedFile,
  type StoredFile,
  conditionOf,
} from './evidence-store.ts'
import { StorageFailure, writeFailure } from './failure.ts'
import { IncomingFiles } from './incoming-files.ts'

/** Evidence files in a folder. */
export class EvidenceFolder implements EvidenceStore {
  readonly location: string
  readonly #incoming: IncomingFiles
  readonly #onUnsound: OnUnsound

  /** @param folder - an absolute path */
  constructor(folder: string, onUnsound: OnUnsound = () => undefined) {
    this.location = folder
    this.#incoming = new IncomingFiles(join(folder, 'incoming'))
    this.#onUnsound = onUnsound
  }

  open(): Promise<void> {
    return this.#incoming.open()
  }

  probe(): Promise<void> {
    return this.#incoming.probe()
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.location)
    return bavail * bsize
  }

  #address(sha256: string): string {
    return join(this.location, sha256.slice(0, 2), sha256)
  }

  async receive(name: string, content: NodeJS.ReadableStream): Promise<ReceivedFile> {
    const { path, size, sha256 } = await this.#incoming.receive(content)
    return {
      name,
      size,
      sha256,
      discard: () => rm(path, { force: true }),
      store: () =>
        this.#keep(path, this.#address(sha256)).catch((error: unknown) => {
          throw writeFailure(error)
        }),
    }
  }

  async #keep(path: string, address: string): Promise<void> {
    const made = await mkdir(dirname(address), { recursive: true, mode: 0o700 })
    await sync(path)
    await rename(path, address)
    await sync(dirname(address))
    if (made) await sync(this.location)
  }

  async check(sha256: string): Promise<FileCondition> {
    // Where the whole folder is away, such as a share, no file is known to be missing.
    if ((await this.size(sha256)) === null && (await this.#isAway()))
      throw new StorageFailure('storageUnavailable', 'there is nothing in it')
    return conditionOf(this.read(sha256), sha256, this.#onUnsound)
  }

  async #isAway(): Promise<boolean> {
    return ((await unlessMissing(readdir(this.location))) ?? []).length === 0
  }

  async *list(): AsyncGenerator<StoredFile> {
    const parts = await unlessMissing(readdir(this.location))
    for (const part of (parts ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
      const names = await readdir(join(this.location, part))
      for (const sha256 of names.filter((name) => /^[0-9a-f]{64}$/.test(name)).sort()) {
        // Another process may have removed it meanwhile.
        const found = await stat(this.#address(sha256)).catch(() => null)
        if (found) yield { sha256, size: found.size, storedAt: found.mtimeMs / 1000 }
      }
    }
  }

  async remove(sha256: string, before: number): Promise<boolean> {
    const address = this.#address(sha256)
    const aside = join(this.#incoming.folder, `removed-${randomUUID()}`)
    // Its name may get another file at any moment: what was moved away is looked at, and then decided.
    await rename(address, aside)
    const isOld = (await stat(aside)).mtimeMs < before * 1000
    if (!isOld)
      await link(aside, address).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
    await rm(aside)
    return isOld
  }

  async size(sha256: string): Promise<number | null> {
    return unlessMissing(stat(this.#address(sha256)).then((found) => found.size))
  }

  read(sha256: string): Readable {
    return createReadStream(this.#address(sha256))
  }

  async owner(): Promise<string | null> {
    const id = await unlessMissing(readFile(join(this.location, 'instance'), 'utf8'))
    return id?.trim() || null
  }

  async own(instance: string): Promise<void> {
    const marker = join(this.#incoming.folder, randomUUID())
    await writeFile(marker, `${instance}\n`, { mode: 0o600, flush: true })
    // A link, unlike a renamed file, replaces nothing.
    await link(marker, join(this.location, 'instance')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(marker)
  }
}

const unlessMissing = <T>(result: Promise<T>): Promise<T | null> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return null
  })

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
