import type { PdfAnswer, PdfFailure, PdfPage, PdfRequest } from './pdf-message.ts'
// oxlint-disable-next-line import/default -- the build makes the address
import workerUrl from './pdf-worker.ts?worker&url'

/** Milliseconds that a file, and each page of it, may take. */
const timeoutMs = 20_000

/** Why a file could not be shown, as thrown by {@link openPdf} and its pages. */
export class PdfError extends Error {
  readonly failure: PdfFailure

  constructor(failure: PdfFailure) {
    super(`The PDF could not be shown: ${failure}`)
    this.failure = failure
  }
}

/** A PDF that a thread of its own has read. */
export interface OpenPdf {
  pages: number
  /** Draws a page, counted from 1, as wide as so many device pixels. @throws {PdfError} */
  draw(page: number, width: number): Promise<PdfPage>
  /** Ends its thread, whatever that is doing. */
  close(): void
}

/**
 * Reads a PDF in a thread that has no access to the page or to the network, and that is ended when it
 * takes too long: no file, whatever is in it, holds up the page.
 * @throws {PdfError}
 */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenPdf> {
  const worker = startWorker()
  const close = () => worker.terminate()
  try {
    const first = await ask(worker, { kind: 'open', bytes })
    if (first.kind !== 'opened') throw new PdfError('broken')
    let last: Promise<unknown> = Promise.resolve()
    return {
      pages: first.pages,
      close,
      draw(page, width) {
        const drawn = last.then(async () => {
          const answer = await ask(worker, { kind: 'draw', page, width })
          if (answer.kind !== 'drawn') throw new PdfError('broken')
          return answer
        })
        // One at a time, and one that failed is no reason against the next.
        last = drawn.catch(() => undefined)
        return drawn
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

/** The thread, started past our own wall against scripts: its address is part of the build. */
function startWorker(): Worker {
  const { trustedTypes } = globalThis as {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL(url: string): string }
    }
  }
  const policy = trustedTypes?.createPolicy('pdf', { createScriptURL: (url) => url })
  return new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
}

/** One question and its answer. @throws {PdfError} */
function ask(worker: Worker, request: PdfRequest): Promise<PdfAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (failure: PdfFailure) => {
      done()
      reject(new PdfError(failure))
    }
    const onError = () => fail('broken')
    const onMessage = ({ data }: MessageEvent<Partial<PdfAnswer>>) => {
      if (data.kind === undefined) return
      if (data.kind === 'failed') return fail(data.failure ?? 'broken')
      done()
      resolve(data as PdfAnswer)
    }
    const timer = setTimeout(() => {
      worker.terminate()
      fail('slow')
    }, timeoutMs)
    const done = () => {
      clearTimeout(timer)
      worker.removeEventListener('message', onMessage)
      worker.removeEventListener('error', onError)
    }
    worker.addEventListener('message', onMessage)
    worker.addEventListener('error', onError)
    worker.postMessage(request)
  })
}
