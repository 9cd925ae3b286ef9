import { setTimeout as pause } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { StorageFailure } from './failure.ts'

/** Milliseconds. */
export interface Limits {
  /** That a call may take, with its repetitions. */
  call: number
  /** That a server may send nothing of an object. */
  silence: number
  /** That nothing removes a stored file: it need not be put again. */
  young: number
}

const pauses = [200, 800]

/** The HTTP status that a call was answered with; undefined without an answer. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** Runs a call that streams, which the SDK cannot repeat by itself, up to three times. */
export async function retried<T>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call(signal)
    } catch (error) {
      const status = statusOf(error) ?? 503
      const wait = pauses[tries]
      if (wait === undefined || signal.aborted || (status < 500 && status !== 429)) throw error
      await pause(wait)
    }
  }
}

/** Yields what is sent, unless the server falls silent; its reader may take any time. */
export async function* whileSent(body: Readable, silence: number): AsyncGenerator<Buffer> {
  const give = () => body.destroy(outage(`it sent nothing for ${silence} ms`))
  let timer = setTimeout(give, silence)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      clearTimeout(timer)
      yield chunk
      timer = setTimeout(give, silence)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The failure of a store that does not do what it was asked. */
export const outage = (reason: string) => new StorageFailure('storageUnavailable', reason)

/** The failure that an error of a call to the server of a bucket means. */
export function storageFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error
  const { name, message } = error as Error
  const isFull = statusOf(error) === 507 || /StorageFull|QuotaExceeded/.test(name)
  const reason = message && message !== name ? `${name}: ${message}` : name
  return new StorageFailure(isFull ? 'storageFull' : 'storageUnavailable', reason)
}
