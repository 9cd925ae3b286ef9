import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** An uploaded file that waits in the store until somebody keeps it. */
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

/** Evidence files, content-addressed by SHA-256, in a folder. */
export class EvidenceStore {
  readonly #folder: string
  readonly #incoming: string

  constructor(folder: string) {
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

  /** Bytes of a stored file, or null where it is lost. */
  async sizeOf(sha256: string): Promise<number | null> {
    return (await stat(this.#address(sha256)).catch(() => null))?.size ?? null
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
