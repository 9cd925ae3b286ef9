import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from './failure.ts'
import { makeFolder } from './make-folder.ts'

/** An upload in the folder of incoming files. */
export interface IncomingFile {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256, lower-case hex. */
  sha256: string
}

/** A folder on this machine where uploads are until they are kept or discarded. */
export class IncomingFiles {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /**
   * Makes the folder and removes uploads that an earlier process left unfinished.
   * @throws OperatorError if there cannot be such a folder
   */
  async open(): Promise<void> {
    for (const name of await this.#names()) {
      const file = join(this.folder, name)
      // Another process of this service may be receiving right now.
      const age = Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? Date.now())
      if (age > 3_600_000) await rm(file, { force: true })
    }
  }

  async #names(): Promise<string[]> {
    try {
      await makeFolder(this.folder, 0o700, 0o700)
      return await readdir(this.folder)
    } catch (error) {
      throw new OperatorError(
        `Cairn cannot use the folder ${dirname(this.folder)} for evidence (${(error as Error).message}): name ` +
          'one that its user can write, for the service in CAIRN_EVIDENCE or CAIRN_DATA_DIR.',
        { cause: error },
      )
    }
  }

  /** Checks that files can be written. @throws the error of the file system */
  async probe(): Promise<void> {
    const marker = join(this.folder, `probe-${randomUUID()}`)
    try {
      await writeFile(marker, 'ready')
    } finally {
      await rm(marker, { force: true })
    }
  }

  /** Streams an upload to disk, hashing it on the way; nothing stays of one that breaks off. */
  async receive(content: NodeJS.ReadableStream): Promise<IncomingFile> {
    const path = join(this.folder, randomUUID())
    const hash = createHash('sha256')
    let size = 0
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        size += chunk.length
        done(null, chunk)
      },
    })
    const file = createWriteStream(path, { mode: 0o600 })
    try {
      await pipeline(content, measure, file)
    } catch (error) {
      // A file that opens only after its removal would stay.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve))
      await rm(path, { force: true })
      throw error
    }
    return { path, size, sha256: hash.digest('hex') }
  }
}
