import { randomUUID } from 'node:crypto'
import { listEntriesFrom } from '#server/audit-log/list-queries.ts'
import { auditEntry } from '#server/audit-log/serialize-entry.ts'
import type {
  AuditPushPositions,
  WaitingLog,
} from '#server/database/system/audit-push-positions.ts'
import type { HttpClient } from '#server/egress/http-client.ts'
import { BackgroundLoop } from '#server/jobs/background-loop.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTrace } from '#server/platform/tracing.ts'

/** Seconds that a process has a log for itself: longer than a request may take. */
const leaseFor = 60
/** Entries that are read at once, and bytes of a request after which it takes no further one. */
const [maxEntries, maxBytes] = [50, 1024 * 1024]
/** Milliseconds that stopping waits for a request in progress. */
const shutdownTimeoutMs = 5000

interface AuditPushOptions {
  positions: AuditPushPositions
  httpClient: HttpClient
  /** Where entries go, and the Bearer token for it, if any. */
  collector: { url: string; token: string | null }
  clock: Clock
  onError(this: void, error: unknown): void
}

/**
 * Posts sealed audit entries of all organizations to a collector: those of one organization in the
 * order of its log, each at least once, by one process at a time. What is refused is sent again,
 * later and later.
 */
export class AuditPush {
  readonly #options: AuditPushOptions
  readonly #loop: BackgroundLoop

  constructor(options: AuditPushOptions) {
    this.#options = options
    this.#loop = new BackgroundLoop(() => this.#push(), options.onError)
  }

  /** Begins to push. */
  wake(): void {
    this.#loop.wake()
  }

  /** Ends; an entry whose request is cut off here is sent again. */
  async stop(): Promise<void> {
    const limit = new Promise((resolve) => setTimeout(resolve, shutdownTimeoutMs).unref())
    await Promise.race([this.#loop.stop(), limit])
  }

  async #push(): Promise<void> {
    while (!this.#loop.isStopped && (await this.#pushNext()));
  }

  /** Pushes a part of one log. @returns false if none waits */
  async #pushNext(): Promise<boolean> {
    const { positions, clock } = this.#options
    const lease = randomUUID()
    const now = clock()
    const log = await positions.take({ lease, now, until: now + leaseFor })
    if (!log) return false
    try {
      await inTrace('push audit entries', async () => {
        const { text, last } = await this.#read(log)
        if (text) await this.#post(text)
        await positions.advance(log.org.orgId, last, lease)
      })
    } finally {
      await positions.release(log.org.orgId, lease)
    }
    return true
  }

  /** Reads the next entries of a log as lines of JSON. */
  async #read({ org, name, seq }: WaitingLog): Promise<{ text: string; last: number }> {
    let [text, last] = ['', seq]
    for (const row of await listEntriesFrom(org, { after: seq, limit: maxEntries })) {
      if (text.length >= maxBytes) break
      const entry = auditEntry(row)
      text += `${JSON.stringify({ organization: name, ...entry })}\n`
      last = entry.seq
    }
    return { text, last }
  }

  /** @throws unless the collector has taken it */
  async #post(body: string): Promise<void> {
    const { url, token } = this.#options.collector
    const headers = {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'user-agent': 'Cairn',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    }
    const reply = await this.#options.httpClient.post(url, headers, body)
    if (reply.status === null)
      throw new Error(`The collector of audit entries gave no answer: ${reply.error}`)
    if (reply.status < 200 || reply.status > 299)
      throw new Error(`The collector of audit entries answered ${reply.status}: ${reply.text}`)
  }
}
