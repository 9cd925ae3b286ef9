import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** Bytes of a chunk: an entry of a tar says its size first, and a table's is known last. */
const chunkBytes = 4 * 1024 * 1024

/** Bytes and hash of something in several chunks. */
export interface Measured {
  bytes: number
  /** Lower-case hex. */
  sha256: string
}

/** Writes a compressed tar to a stream, an entry at a time and no faster than that takes it. */
export class ArchiveWriter {
  readonly #pack = pack()
  readonly #at: Date
  readonly #written: Promise<void>
  /** Rejects once the stream below has failed. */
  readonly #failed: Promise<never>

  /** @param at Unix seconds that entries are dated with */
  constructor(target: Writable, at: number) {
    this.#at = new Date(Math.floor(at) * 1000)
    this.#written = pipeline(this.#pack, createGzip({ level: 4 }), target)
    this.#failed = new Promise((_, reject) => void this.#written.catch(reject))
    this.#failed.catch(() => undefined)
  }

  /** Adds an entry. */
  add(name: string, content: Buffer): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      this.#pack.entry(this.#entry(name, content.length), content, (error) =>
        error ? reject(error) : resolve(),
      )
    })
    return Promise.race([added, this.#failed])
  }

  /** Adds a JSON entry. */
  addJson(name: string, value: unknown): Promise<void> {
    return this.add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
  }

  /** Adds a file of a known size. */
  addStream(name: string, size: number, content: NodeJS.ReadableStream): Promise<void> {
    const entry = this.#pack.entry(this.#entry(name, size))
    return Promise.race([pipeline(content, entry), this.#failed])
  }

  /** Adds a stream of unknown size in chunks. */
  async addChunks(nameOf: (chunk: number) => string, content: Readable): Promise<Measured> {
    const hash = createHash('sha256')
    let [chunks, bytes, size] = [0, 0, 0]
    let waiting: Buffer[] = []
    const flush = async () => {
      const chunk = Buffer.concat(waiting)
      ;[waiting, size] = [[], 0]
      await this.add(nameOf((chunks += 1)), chunk)
    }
    for await (const part of content as AsyncIterable<Buffer>) {
      hash.update(part)
      bytes += part.length
      waiting.push(part)
      size += part.length
      if (size >= chunkBytes) await flush()
    }
    if (size > 0) await flush()
    return { bytes, sha256: hash.digest('hex') }
  }

  /** Ends the archive. Resolves when all is written. */
  async end(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  /** Gives up: the stream below ends with the error. */
  abort(error: Error): void {
    this.#pack.destroy(error)
  }

  #entry(name: string, size: number) {
    return { name, size, mode: 0o600, mtime: this.#at }
  }
}
