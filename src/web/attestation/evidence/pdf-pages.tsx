import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import type { PdfFailure, PdfPage } from './pdf-message.ts'
import { type OpenPdf, openPdf, PdfError } from './pdf-reader.ts'

const failureTexts: Record<PdfFailure, string> = {
  broken: 'This is no PDF that can be read, or it is damaged; download it to look into it.',
  locked: 'The PDF asks for a password; download it to open it.',
  slow: 'The PDF takes too long to be drawn and was stopped; download it to open it.',
  unsupported: 'This browser cannot draw a PDF here; download it.',
}

const failureOf = (error: unknown): PdfFailure =>
  error instanceof PdfError ? error.failure : 'unsupported'

/** Wide enough to be read on any screen; a narrow one shows it smaller. */
const width = 1_200

/** A PDF page by page, as pictures: what it links to or would run is left out. */
export function PdfPages(props: { bytes: Uint8Array<ArrayBuffer>; label: string }) {
  const { bytes, label } = props
  const [file, setFile] = useState<OpenPdf>()
  const [number, setNumber] = useState(1)
  const [page, setPage] = useState<PdfPage>()
  const [failed, setFailed] = useState<{ number: number; failure: PdfFailure }>()

  useEffect(() => {
    const opening = openPdf(bytes)
    opening.then(setFile, (error) => setFailed({ number: 1, failure: failureOf(error) }))
    return () => void opening.then((pdf) => pdf.close()).catch(() => undefined)
  }, [bytes])
  useEffect(() => {
    let isWanted = true
    file?.draw(number, width).then(
      (drawn) => isWanted && setPage(drawn),
      (error) => isWanted && setFailed({ number, failure: failureOf(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [file, number])

  const failure = failed?.number === number ? failed.failure : undefined
  if (!file) return failure ? <Note>{failureTexts[failure]}</Note> : <Bone width={320} />
  const name = `Page ${number} of ${file.pages}`
  const step = (by: number, what: string) => (
    <Button
      size="small"
      icon
      aria-label={what}
      disabled={number + by < 1 || number + by > file.pages}
      onClick={() => setNumber(number + by)}
    >
      <Icon of={by < 0 ? ChevronLeft : ChevronRight} />
    </Button>
  )
  return (
    <div role="group" aria-label={label}>
      <div className="flex items-center gap-2 py-1">
        {step(-1, 'Previous page')}
        {step(1, 'Next page')}
        <span aria-live="polite">{name}</span>
      </div>
      {failure && <Note>{failureTexts[failure]}</Note>}
      {page?.page === number ? (
        <>
          <Picture of={page.picture} label={name} />
          <Disclosure label="Words on this page">
            <p className="whitespace-pre-wrap wrap-anywhere">
              {page.text || 'No words: the page is a picture.'}
            </p>
          </Disclosure>
        </>
      ) : (
        !failure && <Bone width={320} />
      )}
    </div>
  )
}

function Picture(props: { of: ImageBitmap; label: string }) {
  const { of: picture, label } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={picture.width}
      height={picture.height}
      className="max-w-full border border-line"
    />
  )
}
