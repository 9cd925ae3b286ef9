import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** An uploaded file in the store, which is discarded unless it is kept. */
export interface ReceivedFile {
  /** As the client named it. */
  name: string
  /** Bytes. */
  size: number
  /** SHA-256, lower-case hex: also its address in the store. */
  sha256: string
  /** Puts the file at its address, durably; repeating is fine. */
  keep(): Promise<void>
  /** Removes the file unless it was kept. */
  discard(): Promise<void>
}

/** A file in the store. */
export interface StoredFile {
  sha256: string
  /** Bytes. */
  size: number
  /** Unix seconds. */
  storedAt: number
}

/** Condition of a stored file: as it was received, gone, or changed. */
export type FileCondition = 'sound' | 'missing' | 'damaged'

/** Evidence files, content-addressed by SHA-256, in a folder. */
export class EvidenceStore {
  readonly #folder: string
  readonly #incoming: string
  readonly #onUnsound: (sha256: string, condition: 'missing' | 'damaged') => void

  constructor(
    folder: string,
    onUnsound: (sha256: string, condition: 'missing' | 'damaged') => void = () => undefined,
  ) {
    this.#onUnsound = onUnsound
    this.#folder = folder
    this.#incoming = join(folder, 'incoming')
  }

  /** Makes the folder and removes uploads that an earlier process left unfinished. */
  async open(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#incoming)) {
      const file = join(this.#incoming, name)
      // Another process of this service may be receiving right now.
      const age = Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? Date.now())
      if (age > 3_600_000) await rm(file, { force: true })
    }
  }

  /** Checks that files can be written. @throws the error of the file system */
  async probe(): Promise<void> {
    const marker = join(this.#incoming, `probe-${randomUUID()}`)
    try {
      await writeFile(marker, 'ready')
    } finally {
      await rm(marker, { force: true })
    }
  }

  /** Returns the bytes that its file system has left for this user. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder)
    return bavail * bsize
  }

  #address(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256)
  }

  /** Streams an upload to disk, hashing it on the way. */
  async receive(name: string, content: NodeJS.ReadableStream): Promise<ReceivedFile> {
    const incoming = join(this.#incoming, randomUUID())
    const hash = createHash('sha256')
    let size = 0
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        size += chunk.length
        done(null, chunk)
      },
    })
    const discard = () => rm(incoming, { force: true })
    const file = createWriteStream(incoming, { mode: 0o600 })
    try {
      await pipeline(content, measure, file)
    } catch (error) {
      // A file that opens only after its removal would stay.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve))
      await discard()
      throw error
    }
    const sha256 = hash.digest('hex')
    return {
      name,
      size,
      sha256,
      discard,
      keep: async () => {
        const address = this.#address(sha256)
        const made = await mkdir(dirname(address), { recursive: true, mode: 0o700 })
        await sync(incoming)
        await rename(incoming, address)
        await sync(dirname(address))
        if (made) await sync(this.#folder)
      },
    }
  }

  /**
   * Hashes a stored file again before it is served: files are small, and nobody gets a changed one.
   */
  async check(sha256: string): Promise<FileCondition> {
    const hash = createHash('sha256')
    try {
      await pipeline(this.read(sha256), hash)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      this.#onUnsound(sha256, 'missing')
      return 'missing'
    }
    if (hash.digest('hex') === sha256) return 'sound'
    this.#onUnsound(sha256, 'damaged')
    return 'damaged'
  }

  /** Lists stored files in the order of their hashes, as they are read. */
  async *list(): AsyncGenerator<StoredFile> {
    const parts = await readdir(this.#folder).catch(() => [])
    for (const part of parts.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
      const names = await readdir(join(this.#folder, part))
      for (const sha256 of names.filter((name) => /^[0-9a-f]{64}$/.test(name)).sort()) {
        // Another process may have removed it meanwhile.
        const found = await stat(this.#address(sha256)).catch(() => null)
        if (found) yield { sha256, size: found.size, storedAt: found.mtimeMs / 1000 }
      }
    }
  }

  /**
   * Removes a file that was stored before an instant.
   * @returns false if it was stored again meanwhile, and stays
   */
  async remove(sha256: string, before: number): Promise<boolean> {
    const address = this.#address(sha256)
    const aside = join(this.#incoming, `removed-${randomUUID()}`)
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

  /** Bytes of a stored file. */
  async size(sha256: string): Promise<number> {
    return (await stat(this.#address(sha256))).size
  }

  /** Reads a stored file. */
  read(sha256: string): NodeJS.ReadableStream {
    return createReadStream(this.#address(sha256))
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
