/** Request to the thread that reads a PDF: first the file, then pages of it. */
export type PdfRequest =
  | { kind: 'open'; bytes: Uint8Array<ArrayBuffer> }
  /** `page` counts from 1; `width` in device pixels. */
  | { kind: 'draw'; page: number; width: number }

/** Why a PDF cannot be shown. */
export type PdfFailure = 'broken' | 'locked' | 'slow' | 'unsupported'

/** A page as a picture, with the words on it. */
export interface PdfPage {
  page: number
  picture: ImageBitmap
  text: string
}

/** Answer of that thread. */
export type PdfAnswer =
  | { kind: 'opened'; pages: number }
  | ({ kind: 'drawn' } & PdfPage)
  | { kind: 'failed'; failure: PdfFailure }
