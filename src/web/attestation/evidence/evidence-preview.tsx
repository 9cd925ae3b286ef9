import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Attestation, downloadEvidence } from '#contract/attestation/attestation.ts'
import { sizeOf } from '#domain/common/size.ts'
import { exchange } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { Note } from '#web/ui/note.tsx'
import { NumberedLines } from '#web/ui/numbered-lines.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { type PackedFiles, listPackedFiles } from './packed-files.ts'
import { PdfPages } from './pdf-pages.tsx'

/** Larger pictures are not drawn into the page. */
const largestPicture = 5_000_000
const largestPdf = 50_000_000

type Shown = {
  content: EvidenceContent
  packed: PackedFiles | null
  picture: string | null
  /** The file itself, where it is a PDF. */
  pdf: Uint8Array<ArrayBuffer> | null
}

/** Reads an evidence file by its content: the browser never gets it as a page of ours. */
function previewQuery(org: string, attestation: Attestation) {
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
      return {
        content,
        packed: content.kind === 'gzip' ? await listPackedFiles(bytes) : null,
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

/** What is in an evidence file: text as text, pictures and pages as pictures, and nothing that runs. */
export default function EvidencePreview(props: {
  org: string
  attestation: Attestation
  name: string
}) {
  const { org, attestation, name } = props
  const { data, isError, refetch } = useQuery(previewQuery(org, attestation))
  if (isError) {
    return (
      <Note action={<Button onClick={() => void refetch()}>Retry</Button>}>
        The file could not be read.
      </Note>
    )
  }
  if (!data) return <Bone width={320} />
  const { content, packed, picture, pdf } = data
  const label = `Preview of ${name}`
  if (content.kind === 'json')
    return <JsonTree value={content.value} searchable="Search the file" />
  if (content.kind === 'text') {
    return (
      <>
        {content.isMarkup && <Remark>Markup is shown as text; nothing of it is run.</Remark>}
        <NumberedLines label={label} text={content.text} />
        {content.isCut && (
          <Remark>
            These are the first {maxText.toLocaleString('en-US')} characters; download the file for
            the rest.
          </Remark>
        )}
      </>
    )
  }
  if (content.kind === 'image') {
    return picture === null ? (
      <Remark>
        The picture is larger than {sizeOf(largestPicture)}, too large to be shown here; download
        it.
      </Remark>
    ) : (
      <img
        src={picture}
        alt={label}
        className="max-h-[70dvh] max-w-full border border-line bg-surface object-contain"
      />
    )
  }
  if (content.kind === 'gzip' && packed) return <FileList label={label} packed={packed} />
  if (pdf) return <PdfPages bytes={pdf} label={label} />
  return <Remark>{remarks[content.kind]}</Remark>
}

const remarks = {
  pdf: `The PDF is larger than ${sizeOf(largestPdf)}, too large to be shown here; download it.`,
  gzip: 'The file is packed, and no tar archive; download it.',
  binary: 'The file is neither text nor a picture; download it.',
  empty: 'The file is empty.',
} as const

function FileList(props: { label: string; packed: PackedFiles }) {
  const { files, isWhole } = props.packed
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-table">
        <caption className="sr-only">{props.label}</caption>
        <thead className="text-left text-meta text-muted">
          <tr>
            <th className="py-1 font-medium">File in the archive</th>
            <th className="py-1 text-right font-medium">Size</th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ name, size }, index) => (
            <tr key={index} className="border-t border-line">
              <td className="py-1 font-mono text-code wrap-anywhere">{name}</td>
              <td className="py-1 pl-3 text-right whitespace-nowrap text-muted">{sizeOf(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {files.length === 0 && <Remark>The archive holds no files.</Remark>}
      {!isWhole && <Remark>The archive goes on, or breaks off here; download it.</Remark>}
    </div>
  )
}

const Remark = (props: { children: ReactNode }) => (
  <p className="py-1 text-table text-muted">{props.children}</p>
)

/** What an evidence file is, by what is in it: its name is only what somebody called it. */
export type EvidenceContent =
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string; isMarkup: boolean; isCut: boolean }
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
  return { kind: 'text', isMarkup, text: lined.slice(0, maxText), isCut: lined.length > maxText }
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
