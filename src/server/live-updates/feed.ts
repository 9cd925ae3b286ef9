import { listEntriesAfter } from '#server/audit-log/queries.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { StreamCaller } from '#server/database/system/find-callers.ts'
import { Problem } from '#server/platform/problem.ts'
import type { OrgContext, ServerEvent } from '#server/request/handler.ts'

/** Pauses of open streams, in milliseconds. */
export interface FeedPauses {
  /** Between reads of a log that nobody said to have grown. */
  poll: number
  /** Between checks whether the callers still have access. */
  check: number
}

const defaultPauses: FeedPauses = { poll: 1000, check: 2500 }
const batch = 200
/** A stream ends after ten minutes: the client comes back and resumes. */
const maxStreamMs = 600_000

/** Limits of open streams in this process; each costs a connection and memory. */
const maxStreams = { account: 20, organization: 500, process: 2000 }
const retryAfterSeconds = 30

interface Stream {
  caller: StreamCaller
  orgId: string
  userId: string
  end: AbortController
}

interface FeedOptions {
  /** Returns which of these callers still have access, by one query. */
  findAllowed: (callers: readonly StreamCaller[]) => Promise<ReadonlySet<StreamCaller>>
  onError: (error: unknown) => void
  pauses?: FeedPauses
}

/** Follows the sealed logs of organizations for the streams open in this process. */
export class LiveUpdateFeed {
  readonly #options: FeedOptions
  readonly #pauses: FeedPauses
  readonly #streams = new Set<Stream>()
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #reading = new Map<string, ReturnType<typeof listEntriesAfter>>()
  #checking: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: FeedOptions) {
    this.#options = options
    this.#pauses = options.pauses ?? defaultPauses
  }

  /** Signals that an organization's log grew; polling finds it anyway. */
  wake(orgId: string): void {
    const waiting = this.#waiting.get(orgId)
    this.#waiting.delete(orgId)
    for (const go of waiting ?? []) go()
  }

  /** Number of open streams. */
  get size(): number {
    return this.#streams.size
  }

  /** Ends every stream. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#checking)
    for (const { end } of this.#streams) end.abort()
  }

  /**
   * Streams changes after `seq`, until the client is gone or its access ends.
   * @throws Problem 429 when too many streams are open
   */
  follow(
    { org, orgName, actor, sessionHash }: OrgContext,
    seq: number,
    gone: AbortSignal,
  ): AsyncGenerator<ServerEvent> {
    const { userId, keyId, isServiceAccount } = actor
    const caller = { orgName, keyId, isServiceAccount, sessionHash }
    const stream = { caller, orgId: org.orgId, userId, end: new AbortController() }
    this.#requirePlace(stream)
    if (this.#isClosed) stream.end.abort()
    if (!gone.aborted) this.#streams.add(stream)
    gone.addEventListener('abort', () => this.#streams.delete(stream))
    this.#checking ??= setTimeout(() => void this.#check(), this.#pauses.check).unref()
    const stop = [gone, stream.end.signal, AbortSignal.timeout(maxStreamMs)]
    return this.#read(org, seq, AbortSignal.any(stop))
  }

  #requirePlace({ userId, orgId }: Stream): void {
    const open = [...this.#streams]
    const limits = [
      ['account', open.filter((it) => it.userId === userId), maxStreams.account],
      ['organization', open.filter((it) => it.orgId === orgId), maxStreams.organization],
      ['service', open, maxStreams.process],
    ] as const
    for (const [owner, streams, max] of limits) {
      if (streams.length < max) continue
      const headers = { 'retry-after': String(retryAfterSeconds) }
      throw new Problem(429, `This ${owner} has ${max} open streams of events: close one first`, {
        headers,
      })
    }
  }

  /** Ends the streams whose callers lost their key, session, membership or account. */
  async #check(): Promise<void> {
    const streams = [...this.#streams]
    try {
      const allowed = await this.#options.findAllowed(streams.map(({ caller }) => caller))
      for (const { caller, end } of streams) if (!allowed.has(caller)) end.abort()
    } catch (error) {
      this.#options.onError(error)
    }
    const isNeeded = this.#streams.size > 0 && !this.#isClosed
    this.#checking = isNeeded
      ? setTimeout(() => void this.#check(), this.#pauses.check).unref()
      : undefined
  }

  async *#read(org: OrgDatabase, seq: number, stop: AbortSignal): AsyncGenerator<ServerEvent> {
    let last = seq
    while (!stop.aborted) {
      const changes = await this.#changesAfter(org, last)
      for (const change of changes) {
        last = change.seq
        yield { id: change.seq, data: change }
        if (stop.aborted) return
      }
      if (changes.length < batch) await this.#wait(org.orgId, stop)
    }
  }

  /** Reads changes after `seq`; streams at the same position share one query. */
  #changesAfter(org: OrgDatabase, seq: number): ReturnType<typeof listEntriesAfter> {
    const position = `${org.orgId} ${seq}`
    const running = this.#reading.get(position)
    if (running) return running
    const reading = listEntriesAfter(org, seq, batch).finally(() => this.#reading.delete(position))
    this.#reading.set(position, reading)
    return reading
  }

  #wait(orgId: string, stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(orgId) ?? this.#poll(orgId)
      const go = () => {
        stop.removeEventListener('abort', go)
        waiting.delete(go)
        resolve()
      }
      waiting.add(go)
      stop.addEventListener('abort', go)
    })
  }

  /** Streams that begin to wait now share one timer. */
  #poll(orgId: string): Set<() => void> {
    const waiting = new Set<() => void>()
    this.#waiting.set(orgId, waiting)
    const wake = () => this.#waiting.get(orgId) === waiting && this.wake(orgId)
    setTimeout(wake, this.#pauses.poll).unref()
    return waiting
  }
}
