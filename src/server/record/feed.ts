import type { OrgDatabase } from '../database/org-database.ts'
import type { ServerEvent } from '../handler.ts'
import { changesAfter } from './queries.ts'

const pollEvery = 1000
const batch = 200
/** A stream ends after ten minutes: the client comes back, and its access is checked again. */
const longest = 600_000

/** Follows organizations' sealed logs for the streams that are open in this process. */
export class ChangeFeed {
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #closed = new AbortController()

  /** Says that an organization's log grew: a hint, a poll finds it anyway. */
  wake(orgId: string): void {
    const waiting = this.#waiting.get(orgId)
    this.#waiting.delete(orgId)
    for (const go of waiting ?? []) go()
  }

  /** Ends every stream. */
  close(): void {
    this.#closed.abort()
  }

  /** Changes after `seq`, until the signal says stop. */
  async *follow(org: OrgDatabase, seq: number, signal: AbortSignal): AsyncGenerator<ServerEvent> {
    const stop = AbortSignal.any([signal, this.#closed.signal, AbortSignal.timeout(longest)])
    let last = seq
    while (!stop.aborted) {
      const changes = await changesAfter(org, last, batch)
      for (const change of changes) {
        last = change.seq
        yield { id: change.seq, data: change }
      }
      if (changes.length < batch) await this.#wait(org.orgId, stop)
    }
  }

  #wait(orgId: string, stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(orgId) ?? new Set()
      this.#waiting.set(orgId, waiting)
      const go = () => {
        clearTimeout(timer)
        stop.removeEventListener('abort', go)
        waiting.delete(go)
        resolve()
      }
      const timer = setTimeout(go, pollEvery)
      waiting.add(go)
      stop.addEventListener('abort', go)
    })
  }
}
