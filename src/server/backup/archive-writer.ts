import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { OperatorError } from '#server/platform/failure.ts'

/** Bytes of a chunk: an entry of a tar says its size first, and a table's is known last. */
const chunkBytes = 4 * 1024 * 1024

/** Bytes and hash of something in several chunks. */
interface Measured {
  bytes: number
  /** Lower-case hex. */
  sha256: string
}

/** Writes a compressed tar to a stream, an entry at a time and no faster than that takes it. */
export class ArchiveWriter {
  readonly #pack = pack()
  readonly #at: Date
  /** Rejects with the first failure: of the stream below, or of what is added. */
  readonly #written: Promise<void>
  readonly #failed: Promise<never>

  /** @param at Unix seconds that entries are dated with */
  constructor(target: Writable, at: number) {
    this.#at = new Date(Math.floor(at) * 1000)
    let failedFirst: 'content' | 'target' | null = null
    this.#pack.on('error', () => (failedFirst ??= 'content'))
    // Stays: pipes fail again after the first time, which nobody else listens to then.
    target.on('error', () => (failedFirst ??= 'target'))
    this.#written = pipeline(this.#pack, createGzip({ level: 4 }), target).catch((error: Error) => {
      if (failedFirst !== 'target') throw error
      throw new OperatorError(`The backup cannot be written: ${error.message}.`)
    })
    this.#failed = new Promise((_, reject) => void this.#written.catch(reject))
    this.#failed.catch(() => undefined)
  }

  /** Adds an entry. */
  add(name: string, content: Buffer): Promise<void> {
    return this.#step(
      () =>
        new Promise((resolve, reject) => {
          const done = (error?: Error | null) => (error ? reject(error) : resolve())
          const entry = this.#pack.entry(this.#entry(name, content.length), content, done)
          // It emits what `done` is told, and what nobody listens to ends the process.
          entry.on('error', () => undefined)
        }),
    )
  }

  /** Adds a JSON entry. */
  addJson(name: string, value: unknown): Promise<void> {
    return this.add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
  }

  /** Adds a file of a known size. */
  addStream(name: string, size: number, content: NodeJS.ReadableStream): Promise<void> {
    return this.#step(() => pipeline(content, this.#pack.entry(this.#entry(name, size))))
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

  /** Runs a step. @throws the first failure: a step after it only says that there was one */
  async #step(run: () => Promise<void>): Promise<void> {
    try {
      await Promise.race([run(), this.#failed])
    } catch (error) {
      this.abort(error as Error)
      await this.#written
      throw error
    }
  }

  #entry(name: string, size: number) {
    return { name, size, mode: 0o600, mtime: this.#at }
  }
}
