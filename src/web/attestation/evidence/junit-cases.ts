/** A test case that did not pass, as a JUnit file tells of it. */
export interface FailedCase {
  /** Its class, else the suite around it; empty where the file names neither. */
  suite: string
  name: string
  kind: 'failure' | 'error'
  /** In a line. */
  message: string
  /** Text about it, a stack mostly; empty where there is none. */
  details: string
}

/** The failed cases of a JUnit file, in its order. */
export interface JunitCases {
  failed: FailedCase[]
  /** Whether the file has more than are read. */
  hasMore: boolean
}

/** Cases, characters of their parts, and characters of a file that are read at most. */
const maxCases = 100
const [maxName, maxMessage, maxDetails] = [300, 500, 8_000]
const maxFile = 20_000_000

/** A piece of markup: a tag with its attributes, or text. */
type Piece =
  | { kind: 'open' | 'alone'; name: string; attributes: Map<string, string> }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/**
 * Reads the failed cases of a JUnit file as texts, in one pass. Documents that declare a type are
 * left unread, so that no entity of theirs is ever expanded.
 * @returns null for what is no such file, or too large
 */
export function readJunitCases(xml: string): JunitCases | null {
  if (
    xml.length > maxFile ||
    !/^\s*(?:<\?[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<testsuites?\b/.test(xml)
  ) {
    return null
  }
  const failed: FailedCase[] = []
  const suites: string[] = []
  let test: { suite: string; name: string } | null = null
  let current: FailedCase | null = null
  for (const piece of pieces(xml)) {
    if (piece.kind === 'text') {
      if (current && current.details.length < maxDetails) current.details += piece.text
    } else if (piece.kind === 'close') {
      if (piece.name === 'testsuite') suites.pop()
      if (piece.name === 'testcase') test = null
      if (piece.name === current?.kind) current = null
    } else {
      const { name, attributes } = piece
      if (name === 'testsuite' && piece.kind === 'open') suites.push(attributes.get('name') ?? '')
      if (name === 'testcase') {
        const suite = attributes.get('classname') || suites.at(-1) || ''
        test = { suite, name: attributes.get('name') ?? '' }
      }
      if (test && !current && (name === 'failure' || name === 'error')) {
        if (failed.length === maxCases) return { failed: failed.map(clipped), hasMore: true }
        const message = attributes.get('message') ?? attributes.get('type') ?? ''
        const one = { ...test, kind: name, message, details: '' } as const
        failed.push(one)
        if (piece.kind === 'open') current = failed.at(-1) ?? null
      }
    }
  }
  return { failed: failed.map(clipped), hasMore: false }
}

/** Reads the failed cases of several documents, the first 100. */
export function casesOf(documents: readonly string[]): JunitCases {
  const read = documents.map((xml) => readJunitCases(xml))
  const failed = read.flatMap((one) => one?.failed ?? [])
  const hasMore = failed.length > maxCases || read.some((one) => one?.hasMore)
  return { failed: failed.slice(0, maxCases), hasMore }
}

const clipped = ({ suite, name, kind, message, details }: FailedCase): FailedCase => ({
  suite: suite.slice(0, maxName),
  name: name.slice(0, maxName),
  kind,
  message: message.trim().slice(0, maxMessage),
  details: details.trim().slice(0, maxDetails),
})

/** Cuts a document into its tags and texts; what is broken ends it. */
function* pieces(xml: string): Generator<Piece> {
  let at = 0
  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    if (next > at || next === -1) {
      yield { kind: 'text', text: plain(xml.slice(at, next === -1 ? undefined : next)) }
    }
    if (next === -1) return
    if (xml.startsWith('<![CDATA[', next)) {
      const end = xml.indexOf(']]>', next)
      yield { kind: 'text', text: bounded(xml.slice(next + 9, end === -1 ? undefined : end)) }
      at = end === -1 ? xml.length : end + 3
      continue
    }
    if (xml.startsWith('<!--', next) || xml.startsWith('<?', next)) {
      const mark = xml[next + 1] === '?' ? '?>' : '-->'
      const end = xml.indexOf(mark, next + 2)
      at = end === -1 ? xml.length : end + mark.length
      continue
    }
    const tag = readTag(xml, next)
    if (!tag) return
    yield tag.piece
    at = tag.end
  }
}

const opening = /<(\/?)([\w:.-]+)/y
const attribute = /\s*([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const closing = /\s*(\/?)>/y

/** Reads a tag at its place; null for what is none. */
function readTag(xml: string, from: number): { piece: Piece; end: number } | null {
  opening.lastIndex = from
  const [start, slash, name] = opening.exec(xml) ?? []
  if (start === undefined || name === undefined) return null
  let at = from + start.length
  const attributes = new Map<string, string>()
  for (;;) {
    attribute.lastIndex = at
    const [all, key, double, single] = attribute.exec(xml) ?? []
    if (all === undefined || key === undefined) break
    attributes.set(key, plain(double ?? single ?? ''))
    at += all.length
  }
  closing.lastIndex = at
  const [end, alone] = closing.exec(xml) ?? []
  if (end === undefined) return null
  const kind = slash ? 'close' : alone ? 'alone' : 'open'
  return { piece: { kind, name, attributes }, end: at + end.length }
}

const bounded = (text: string) => text.slice(0, maxDetails)

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** A text with the five named signs and numbered ones read, at a length that is shown. */
const plain = (text: string) =>
  bounded(text).replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (all, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[]
    if (name !== undefined) return named[name] ?? all
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
