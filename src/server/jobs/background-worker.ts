import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Clock } from '#server/platform/clock.ts'
import { failureOf } from '#server/platform/failure.ts'
import { inTrace } from '#server/platform/tracing.ts'
import { BackgroundLoop } from './background-loop.ts'

/** Work that follows from writes, organization by organization. */
export interface BackgroundJob {
  /** Name of its work in traces. */
  name: string
  /** Seconds between searches for work at least, where no write brings any. Default: each round. */
  pause?: number
  /** Finds organizations with pending work. */
  find(): Promise<OrgDatabase[]>
  /** Processes one batch. @returns number of items processed; 0 where none is pending any more */
  work(org: OrgDatabase): Promise<number>
}

interface BackgroundOptions {
  clock: Clock
  onError(error: unknown): void
  /** Called when the database answered a whole round. */
  onSuccess(): void
  /** Milliseconds between two rounds at least, while writes wake it; default 0. */
  gap?: number
}

/** A round needs no handler: each job reports its own failure by `onError`. */
const ignoreError = () => undefined

/**
 * Runs jobs in the background: when woken, and every second, which the guarantees rest on. Jobs and
 * organizations take turns, a batch each, so that no backlog delays the others.
 */
export class BackgroundWorker {
  readonly #jobs: readonly BackgroundJob[]
  readonly #options: BackgroundOptions
  /** When jobs with a pause were last searched for work. */
  readonly #searchedAt = new Map<BackgroundJob, number>()
  readonly #loop: BackgroundLoop

  constructor(jobs: readonly BackgroundJob[], options: BackgroundOptions) {
    this.#jobs = jobs
    this.#options = options
    this.#loop = new BackgroundLoop(() => this.#round(), ignoreError, options.gap)
  }

  /** Signals that work may be pending, also for the first time. */
  wake(): void {
    this.#loop.wake()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  #isDue(job: BackgroundJob, now: number): boolean {
    const last = this.#searchedAt.get(job)
    if (job.pause === undefined || last === undefined) return true
    // A clock that was set back ends the pause.
    return now < last || now >= last + job.pause
  }

  /** @throws when the database is not available: the rest of the round would fail as well */
  async #round(): Promise<void> {
    // A failed item is tried again in the next round.
    const now = this.#options.clock()
    const due = this.#jobs.filter((job) => this.#isDue(job, now))
    const failed = new Map(due.map((job) => [job, new Set<string>()]))
    let isPending = true
    while (isPending && !this.#loop.isStopped) {
      isPending = false
      for (const [job, failedOrgs] of failed) {
        const orgs = await this.#attempt(() => job.find())
        if (orgs) this.#searchedAt.set(job, now)
        else failed.delete(job)
        for (const org of orgs ?? []) {
          if (failedOrgs.has(org.orgId) || this.#loop.isStopped) continue
          const done = await this.#attempt(() => inTrace(job.name, () => job.work(org)))
          if (done === undefined) failedOrgs.add(org.orgId)
          else if (done > 0) isPending = true
        }
      }
    }
    this.#options.onSuccess()
  }

  /** @throws when the database is not available */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!this.#loop.isStopped) this.#options.onError(error)
      if (failureOf(error)?.kind === 'databaseUnavailable') throw error
      return undefined
    }
  }
}
