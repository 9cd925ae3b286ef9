import { type Attestation, downloadEvidence } from '#contract/attestation/attestation.ts'
import { exchange } from '#web/api/call.ts'
import { type JunitCases, casesOf, readJunitCases } from './junit-cases.ts'
import { type PackedFiles, listPackedFiles } from './packed-files.ts'

/** Bytes of pictures that are drawn into the page, and of PDFs, at most. */
export const largestPicture = 5_000_000
export const largestPdf = 50_000_000

interface Shown {
  content: EvidenceContent
  packed: PackedFiles | null
  /** The failed cases that the file, or the XML files in it, tell of. */
  cases: JunitCases | null
  picture: string | null
  /** The file itself, where it is a PDF. */
  pdf: Uint8Array<ArrayBuffer> | null
}

/** Reads an evidence file by its content: the browser never gets it as a page of ours. */
export function previewQuery(org: string, attestation: Attestation) {
  const { flow_name, trail_name, attestation_id } = attestation
  return {
    queryKey: ['evidence-preview', org, attestation_id] as const,
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Shown> => {
      const params = { org, flow_name, trail_name, attestation_id }
      const response = await exchange(downloadEvidence, { params, signal })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const content = readEvidence(bytes)
      const packed = content.kind === 'gzip' ? await listPackedFiles(bytes) : null
      return {
        content,
        packed,
        cases: content.kind === 'text' ? (content.junit ?? null) : casesOf(packed?.documents ?? []),
        picture: content.kind === 'image' ? await pictureOf(bytes, content.type) : null,
        pdf: content.kind === 'pdf' && bytes.length <= largestPdf ? bytes : null,
      }
    },
  }
}

/** A picture as an address that says its type and goes nowhere. */
async function pictureOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string | null> {
  if (bytes.length > largestPicture) return null
  const reader = new FileReader()
  const done = new Promise<string>((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('The picture could not be read'))
  })
  reader.readAsDataURL(new Blob([bytes], { type }))
  return done
}

/** Kind of an evidence file by its content: its name is only what somebody called it. */
type EvidenceContent =
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string; isMarkup: boolean; isCut: boolean; junit?: JunitCases }
  | { kind: 'image'; type: string }
  | { kind: 'pdf' | 'gzip' | 'binary' | 'empty' }

/** Characters of a text, and bytes of JSON as a tree, that a browser draws at once. */
export const maxText = 200_000
const maxJson = 2_000_000

/** Pictures that hold no scripts, by how their files begin; SVG is read as the text it is. */
const pictures: readonly [type: string, start: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
]

/** Looks into a file. Whatever it holds comes out as values and texts, never as markup. */
export function readEvidence(bytes: Uint8Array): EvidenceContent {
  if (bytes.length === 0) return { kind: 'empty' }
  const start = String.fromCharCode(...bytes.subarray(0, 16))
  const picture = pictures.find(([, begins]) => begins.test(start))
  if (picture) return { kind: 'image', type: picture[0] }
  if (start.startsWith('%PDF-')) return { kind: 'pdf' }
  if (start.startsWith('\x1f\x8b')) return { kind: 'gzip' }
  const text = decoded(bytes)
  if (text === null) return { kind: 'binary' }
  const value = bytes.length > maxJson ? undefined : parsed(text)
  if (typeof value === 'object' && value !== null) return { kind: 'json', value }
  const isMarkup = /^\s*</.test(text)
  const lined = isMarkup && !/\n./.test(text) ? text.replaceAll('><', '>\n<') : text
  const junit = isMarkup ? readJunitCases(text) : null
  const shown = { text: lined.slice(0, maxText), isCut: lined.length > maxText }
  return { kind: 'text', isMarkup, ...shown, ...(junit && { junit }) }
}

/** Text in UTF-8, or in UTF-16 that says so; null for anything else. */
function decoded(bytes: Uint8Array): string | null {
  const is16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = is16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
