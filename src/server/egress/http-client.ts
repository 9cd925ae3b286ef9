import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Client } from 'undici'
import { loadPart } from '#server/platform/made-once.ts'
import { EgressPolicy } from './egress-policy.ts'

/** Resolves a host to its current addresses. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

interface Answer {
  status: number
  retryAfter: string | null
  text: string
}

/** Outcome of a request: an answer, or none. */
export type Reply =
  | Answer
  | {
      status: null
      error: string
      /** Some of several recipients have it. */
      isPartial?: boolean
    }

/** Milliseconds for a whole request. */
const requestLimit = 15_000
/** Bytes of an answer that are read, and characters of it that are stored. */
const [maxRead, maxStored] = [64 * 1024, 1000]
/** Milliseconds that saving waits for name resolution. */
const timeoutMs = 3000

const byNameService: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/**
 * HTTP client for addresses that users gave: it reaches public ones, and those that the operator
 * allows.
 */
export class HttpClient {
  readonly #reach: EgressPolicy
  readonly #resolve: Resolve
  readonly #timeLimit: number

  constructor(
    allowed: readonly string[],
    resolve: Resolve = byNameService,
    timeLimit = requestLimit,
  ) {
    this.#reach = new EgressPolicy(allowed)
    this.#resolve = resolve
    this.#timeLimit = timeLimit
  }

  /**
   * Returns why an address may not be reached, or null. A name that does not resolve yet is no
   * reason.
   */
  async validateUrl(url: string): Promise<string | null> {
    const addresses = this.#addressesOf(new URL(url).hostname)
    const inTime = Promise.race([addresses, pause(timeoutMs)])
    const found = await inTime.catch(() => null)
    return found === null ? null : this.#whyNot(found)
  }

  #whyNot(addresses: readonly { address: string }[]): string | null {
    if (addresses.every(({ address }) => this.#reach.includes(address))) return null
    return 'The address leads to a private network, which the operator has not allowed'
  }

  async #addressesOf(hostname: string) {
    const host = hostname.replace(/^\[|\]$/g, '')
    const family = isIP(host)
    return family ? [{ address: host, family }] : await this.#resolve(host)
  }

  /**
   * Posts a body. The name is resolved once, every address of it is checked, and the connection
   * goes to a checked one. Redirects are not followed.
   */
  async post(url: string, headers: Record<string, string>, body: string): Promise<Reply> {
    const { origin, hostname, pathname, search } = new URL(url)
    const signal = AbortSignal.timeout(this.#timeLimit)
    let client: Client | null = null
    try {
      const addresses = await Promise.race([this.#addressesOf(hostname), aborted(signal)])
      const refusal = this.#whyNot(addresses)
      if (refusal !== null) return { status: null, error: refusal }
      // Every start would take longer by it, and most reach nobody.
      const undici = await loadPart('sends requests', () => import('undici'))
      client = new undici.Client(origin, {
        connect: {
          timeout: this.#timeLimit,
          lookup: (_host, options, answer) => {
            const [first = { address: '', family: 4 }] = addresses
            if (options.all) answer(null, addresses)
            else answer(null, first.address, first.family)
          },
        },
      })
      const path = `${pathname}${search}`
      const answer = await client.request({ method: 'POST', path, headers, body, signal })
      const text = await beginning(answer.body)
      const retryAfter = [answer.headers['retry-after']].flat()[0] ?? null
      return { status: answer.statusCode, retryAfter, text }
    } catch (error) {
      const timedOut = signal.aborted ? `No answer within ${this.#timeLimit / 1000} seconds` : null
      return { status: null, error: timedOut ?? messageOf(error) }
    } finally {
      await client?.destroy().catch(() => undefined)
    }
  }
}

/** Reads the beginning of an answer; an error after its status changes nothing. */
async function beginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxRead) break
    }
  } catch {
    // Connection lost or timed out.
  }
  const text = Buffer.concat(chunks).subarray(0, maxRead).toString('utf8').slice(0, maxStored)
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** Failures of the network in words; of others the runtime's own message stands. */
const failureTexts: Record<string, string> = {
  ENOTFOUND: 'The host is not known',
  EAI_AGAIN: 'The host could not be looked up',
  ECONNREFUSED: 'The host refused the connection',
  ECONNRESET: 'The host closed the connection',
  EPIPE: 'The host closed the connection',
  ETIMEDOUT: 'The host did not answer in time',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
}

const messageOf = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  const text = (code && failureTexts[code]) || message
  return (code ? `${text} (${code})` : text).slice(0, maxStored)
}

const pause = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(() => resolve(null), milliseconds).unref())

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
