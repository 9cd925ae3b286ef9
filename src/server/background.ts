import type { OrgDatabase } from './database/org-database.ts'

const pollEvery = 1000

/** Work that follows from writes, organization by organization. */
export interface BackgroundWork {
  /** Organizations where something waits. */
  find(): Promise<OrgDatabase[]>
  /** Does one batch. @returns how much was done: 0 ends the round */
  work(org: OrgDatabase): Promise<number>
}

/** Does its work in the background: at once when nudged, and every second, which is what counts. */
export class Background {
  readonly #work: readonly BackgroundWork[]
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #again = false
  #stopped = false

  constructor(work: readonly BackgroundWork[], onError: (error: unknown) => void) {
    this.#work = work
    this.#onError = onError
  }

  start(): void {
    this.nudge()
  }

  /** Says that something may wait; many nudges make one round. */
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
      this.#timer = setTimeout(() => this.nudge(), soon ? 0 : pollEvery)
    })
  }

  async #round(): Promise<void> {
    for (const { find, work } of this.#work) {
      const waiting = await this.#attempt(find)
      for (const org of waiting ?? []) {
        // An organization that fails must not hold up the others.
        await this.#attempt(async () => {
          while (!this.#stopped && (await work(org)) > 0);
        })
      }
    }
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!this.#stopped) this.#onError(error)
      return undefined
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
  }
}
