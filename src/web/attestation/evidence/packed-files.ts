/** A file inside of an archive. */
interface PackedFile {
  name: string
  /** Bytes. */
  size: number
}

/** Content of an archive, as far as it was read. */
export interface PackedFiles {
  files: PackedFile[]
  isWhole: boolean
  /** Texts of its XML files, as far as they are small. */
  documents: string[]
}

const block = 512
const maxFiles = 1_000
/** Bytes that are unpacked at most: little archives can hold much. */
const maxUnpacked = 256 * 1024 * 1024
const maxNameLength = 64 * 1024
/** Bytes of XML that are kept at most. */
const maxDocuments = 20_000_000

/**
 * Names and sizes of the files in a packed tar, and what its XML files hold.
 * @returns null for what is no packed tar
 */
export async function listPackedFiles(
  packed: Uint8Array<ArrayBuffer>,
): Promise<PackedFiles | null> {
  const reader = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .getReader()
  const source = new Source(reader)
  const files: PackedFile[] = []
  const documents: string[] = []
  let readBytes = 0
  let longName: string | null = null
  try {
    while (files.length < maxFiles && source.passed < maxUnpacked) {
      const header = await source.take(block)
      if (header?.[0] === 0) return { files, isWhole: true, documents }
      const read = header && readHeader(header)
      if (read === null) return files.length === 0 ? null : { files, isWhole: false, documents }
      const room = Math.ceil(read.size / block) * block
      if (read.kind === 'L' || read.kind === 'x') {
        const content = read.size <= maxNameLength ? await source.take(room) : null
        if (content === null) return { files, isWhole: false, documents }
        longName = nameIn(read.kind, textOf(content.subarray(0, read.size))) ?? longName
        continue
      }
      const name = longName ?? read.name
      longName = null
      if (read.kind === '0' || read.kind === '\0') {
        files.push({ name, size: read.size })
        if (/\.xml$/i.test(name) && readBytes + read.size <= maxDocuments) {
          const content = await source.take(room)
          if (content === null) return { files, isWhole: false, documents }
          readBytes += read.size
          documents.push(textOf(content.subarray(0, read.size)))
          continue
        }
      }
      await source.skip(room)
    }
    return { files, isWhole: false, documents }
  } catch {
    return files.length === 0 ? null : { files, isWhole: false, documents }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function readHeader(header: Uint8Array) {
  const field = (from: number, length: number) =>
    textOf(header.subarray(from, from + length)).split('\0', 1)[0] ?? ''
  const size = Number.parseInt(field(124, 12).trim() || '0', 8)
  if (field(257, 5) !== 'ustar' || !Number.isFinite(size)) return null
  const start = field(345, 155)
  const name = (start ? `${start}/` : '') + field(0, 100)
  return { name, size, kind: String.fromCharCode(header[156] ?? 0) }
}

/** A long name: GNU's is the content itself, POSIX's a record "<length> path=<name>". */
function nameIn(kind: 'L' | 'x', content: string): string | null {
  if (kind === 'L') return content.split('\0', 1)[0] ?? ''
  return /^\d+ path=(.*)$/m.exec(content)?.[1] ?? null
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Bytes that come in pieces, taken in other pieces. */
class Source {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #rest = new Uint8Array()
  passed = 0

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader
  }

  /** The next bytes; null when there are not so many. */
  async take(count: number): Promise<Uint8Array | null> {
    const parts: Uint8Array[] = []
    const isWhole = await this.#pass(count, (part) => parts.push(part))
    if (!isWhole) return null
    const whole = new Uint8Array(count)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }

  async skip(count: number): Promise<void> {
    await this.#pass(count, () => undefined)
  }

  async #pass(count: number, use: (part: Uint8Array) => void): Promise<boolean> {
    let wanted = count
    while (wanted > 0) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#reader.read()
        if (done || this.passed > maxUnpacked) return false
        this.#rest = new Uint8Array(value)
      }
      const part = this.#rest.subarray(0, wanted)
      this.#rest = this.#rest.subarray(part.length)
      this.passed += part.length
      wanted -= part.length
      use(part)
    }
    return true
  }
}
