import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { sizeOf } from '#domain/common/size.ts'
import { Button } from '#web/ui/button.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { Note } from '#web/ui/note.tsx'
import { NumberedLines } from '#web/ui/numbered-lines.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { largestPdf, largestPicture, maxText, previewQuery } from './evidence-file.ts'
import type { PackedFiles } from './packed-files.ts'
import { PdfPages } from './pdf-pages.tsx'

/** Content of an evidence file: text as text, pictures and pages as pictures; nothing runs. */
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
