import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Entry, extract } from 'tar-stream'
import * as z from 'zod/mini'
import { OperatorError } from '#server/platform/failure.ts'
import { type EntryKind, entryNames, header, type Header, kindOfEntry } from './format.ts'

/** Bytes of an entry that is read whole: the header, the key and the manifest. */
const maxWholeBytes = 256 * 1024 * 1024

/** An entry that is read once, before the next. */
type ArchiveEntry = EntryKind & { content: AsyncIterable<Buffer>; size: number }

/** Reads a backup from a stream, an entry at a time. */
export class ArchiveReader {
  /** Set after `open`. */
  readonly head: Header
  readonly #entries: AsyncIterator<Entry>
  /** Ends with the stream, or with its fault: the last bytes hold the sum of all. */
  readonly #unpacking: Promise<void>
  #current: ArchiveEntry | null = null
  #isAhead = false

  private constructor(head: Header, entries: AsyncIterator<Entry>, unpacking: Promise<void>) {
    this.head = head
    this.#entries = entries
    this.#unpacking = unpacking
  }

  /**
   * Reads the header.
   * @throws OperatorError if the stream is no backup, or one of a newer format
   */
  static async open(source: Readable): Promise<ArchiveReader> {
    const unpacked = extract()
    const unpacking = pipeline(source, createGunzip(), unpacked)
    // Its error ends the entries, too.
    unpacking.catch((error: Error) => unpacked.destroy(error))
    const entries = unpacked[Symbol.asyncIterator]()
    const first = await entries.next().catch((error: unknown) => {
      if (isOfFile(error)) throw error
      return null
    })
    if (!first || first.done || first.value.header.name !== entryNames.header) throw foreign()
    return new ArchiveReader(
      parseHeader(await whole(first.value, first.value.header.size)),
      entries,
      unpacking,
    )
  }

  /** The entry that is read now, or comes next; null at the end. */
  async peek(): Promise<ArchiveEntry | null> {
    if (!this.#isAhead) {
      this.#current = await this.#next()
      this.#isAhead = true
    }
    return this.#current
  }

  /** Goes on behind the present entry, whose content was read. */
  pass(): void {
    this.#isAhead = false
  }

  async #next(): Promise<ArchiveEntry | null> {
    const { value, done } = await this.#entries.next()
    if (done) {
      await this.#unpacking
      return null
    }
    const { name, size = 0 } = value.header
    const kind = kindOfEntry(name)
    if (!kind || value.header.type !== 'file') throw damaged(`it has an entry "${name}"`)
    return { ...kind, size, content: value }
  }
}

/** Reads a small entry whole. */
export async function whole(content: AsyncIterable<Buffer>, size = 0): Promise<Buffer> {
  if (size > maxWholeBytes) throw damaged('an entry is too large')
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

/** Parses a JSON entry. @throws OperatorError */
export function parseEntry<Schema extends z.ZodMiniType>(
  schema: Schema,
  content: Buffer,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')))
  } catch {
    throw damaged('an entry cannot be read')
  }
}

/** The error of a backup whose content is not what it was. */
export const damaged = (what: string) =>
  new OperatorError(`The backup is damaged: ${what}. Nothing of it was restored.`)

const foreign = () => new OperatorError('This is not a backup of Cairn.')

const isOfFile = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined

/** Message for an error of the stream or of PostgreSQL about the content of a backup. */
export function explainError(error: unknown): unknown {
  if (error instanceof OperatorError || !(error instanceof Error)) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR' || /unexpected end of (data|file)/i.test(message)) return endsEarly()
  if (code.startsWith('Z_') || /invalid tar header/i.test(message)) return damaged(message)
  // Errors of PostgreSQL about rows: data exceptions and broken constraints.
  return /^2[23]/.test(code) ? damaged(message) : error
}

/** The error of a backup that was cut off. */
export const endsEarly = () =>
  new OperatorError('The backup ends early: it is not complete. Nothing of it was restored.')

function parseHeader(content: Buffer): Header {
  const any = parseEntry(z.looseObject({ format: z.string(), version: z.number() }), content)
  if (any.format !== 'cairn-backup') throw foreign()
  if (any.version > 1)
    throw new OperatorError(
      `The backup was made by a newer Cairn, in its format ${any.version}: restore it with that version.`,
    )
  return parseEntry(header, content)
}
