import type { OrgDatabase } from '#server/database/org-database.ts'
import { failureOf } from '#server/platform/failure.ts'

const pollEvery = 1000
const maxPause = 10_000

/** Milliseconds until the next round; doubles with each failure in a row. */
export const pauseAfter = (failures: number) => Math.min(pollEvery * 2 ** failures, maxPause)

/** Work that follows from writes, organization by organization. */
export interface BackgroundJob {
  /** Finds organizations with pending work. */
  find(): Promise<OrgDatabase[]>
  /** Processes one batch. @returns number of items processed; 0 ends the round */
  work(org: OrgDatabase): Promise<number>
}

interface BackgroundOptions {
  onError(error: unknown): void
  /** Called when the database answered a whole round. */
  onSuccess(): void
}

/**
 * Runs jobs in the background: at once when nudged, and every second, which the guarantees rest on.
 */
export class BackgroundWorker {
  readonly #work: readonly BackgroundJob[]
  readonly #options: BackgroundOptions
  /** Rounds in a row without a database. */
  #failures = 0
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #again = false
  #stopped = false

  constructor(work: readonly BackgroundJob[], options: BackgroundOptions) {
    this.#work = work
    this.#options = options
  }

  start(): void {
    this.nudge()
  }

  /** Signals that work may be pending; many signals make one round. */
  nudge(): void {
    if (this.#stopped) return
    if (this.#running) {
      this.#again = true
      return
    }
    if (this.#timer) clearTimeout(this.#timer)
    this.#running = this.#round().finally(() => {
      this.#running = null
      if (this.#stopped) return
      const soon = this.#again
      this.#again = false
      this.#timer = setTimeout(() => this.nudge(), soon ? 0 : pauseAfter(this.#failures))
    })
  }

  async #round(): Promise<void> {
    try {
      for (const { find, work } of this.#work) {
        let waiting = (await this.#attempt(find)) ?? []
        // Organizations take turns, a batch each; one that fails is retried in the next round.
        while (waiting.length > 0 && !this.#stopped) {
          const unfinished: OrgDatabase[] = []
          for (const org of waiting) {
            const done = await this.#attempt(() => work(org))
            if (done) unfinished.push(org)
          }
          waiting = unfinished
        }
      }
      this.#failures = 0
      this.#options.onSuccess()
    } catch {
      // Without a database the rest of the round fails as well.
      this.#failures += 1
    }
  }

  /** @throws when the database is not available */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!this.#stopped) this.#options.onError(error)
      if (failureOf(error)?.kind === 'databaseUnavailable') throw error
      return undefined
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
  }
}
