import { type PDFDocumentProxy, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import type { PdfAnswer, PdfFailure, PdfRequest } from './pdf-message.ts'

// First of the two: it leaves its half where the other looks for it.

/** Pixels of a page's picture, and of a picture inside of a page. */
const maxPixels = 4_000_000
const maxInnerPixels = 16_000_000
const maxText = 50_000

/** Canvases of a thread that has no document. */
class CanvasFactory {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
    return { canvas, context: canvas.getContext('2d') }
  }
  reset(entry: { canvas: OffscreenCanvas }, width: number, height: number) {
    entry.canvas.width = Math.max(1, width)
    entry.canvas.height = Math.max(1, height)
  }
  destroy(entry: { canvas: OffscreenCanvas | null; context: unknown }) {
    entry.canvas = null
    entry.context = null
  }
}

/** No filters: they would need elements of a page. */
class FilterFactory {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  destroy = () => undefined
}

let opened: Promise<PDFDocumentProxy> | undefined

/** Reads a file: nothing of it is run, and nothing is asked for by any address. */
function open(bytes: Uint8Array<ArrayBuffer>): Promise<PDFDocumentProxy> {
  const loading = getDocument({
    data: bytes,
    CanvasFactory,
    FilterFactory,
    ownerDocument: { fonts: (self as { fonts?: FontFaceSet }).fonts } as unknown as HTMLDocument,
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: maxInnerPixels,
    canvasMaxAreaInBytes: maxInnerPixels * 4,
    verbosity: 0,
  })
  return loading.promise
}

async function draw(file: PDFDocumentProxy, number: number, width: number): Promise<PdfAnswer> {
  const page = await file.getPage(number)
  const natural = page.getViewport({ scale: 1 })
  const maxScale = Math.sqrt(maxPixels / (natural.width * natural.height))
  const viewport = page.getViewport({ scale: Math.min(width / natural.width, maxScale) })
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  // As it would be printed: the other way waits for frames of a window.
  const task = { canvas: canvas as unknown as HTMLCanvasElement, viewport, intent: 'print' }
  await page.render(task).promise
  const { items } = await page.getTextContent()
  const texts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
  const text = texts.join('').slice(0, maxText)
  return { kind: 'drawn', page: number, picture: canvas.transferToImageBitmap(), text }
}

async function answer(request: PdfRequest): Promise<PdfAnswer> {
  if (request.kind === 'open') opened = open(request.bytes)
  const file = await opened
  if (!file) throw new Error('No file was opened')
  if (request.kind === 'open') return { kind: 'opened', pages: file.numPages }
  return draw(file, request.page, request.width)
}

const failureOf = (error: unknown): PdfFailure => {
  if (error instanceof Error && error.name === 'PasswordException') return 'locked'
  return typeof OffscreenCanvas === 'undefined' ? 'unsupported' : 'broken'
}

const say = (said: PdfAnswer) =>
  postMessage(said, { transfer: said.kind === 'drawn' ? [said.picture] : [] })

addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => {
  // The library listens, too, to messages of its own.
  if (data.kind !== 'open' && data.kind !== 'draw') return
  answer(data).then(say, (error: unknown) => say({ kind: 'failed', failure: failureOf(error) }))
})
