import type { AcrossOrganizations } from '../database/across-organizations/access.ts'
import { sealPending } from './seal.ts'

const pollEvery = 1000

/** Seals in the background: at once when nudged, and every second, which is what counts. */
export class Sealer {
  readonly #across: AcrossOrganizations
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #again = false
  #stopped = false

  constructor(across: AcrossOrganizations, onError: (error: unknown) => void) {
    this.#across = across
    this.#onError = onError
  }

  start(): void {
    this.nudge()
  }

  /** Says that there may be something to seal; many nudges make one run. */
  nudge(): void {
    if (this.#stopped) return
    if (this.#running) {
      this.#again = true
      return
    }
    if (this.#timer) clearTimeout(this.#timer)
    this.#running = this.#run().finally(() => {
      this.#running = null
      if (this.#stopped) return
      const soon = this.#again
      this.#again = false
      this.#timer = setTimeout(() => this.nudge(), soon ? 0 : pollEvery)
    })
  }

  async #run(): Promise<void> {
    const waiting = await this.#attempt(() => this.#across.databasesToSeal())
    for (const org of waiting ?? []) {
      // An organization that fails must not hold up the others.
      await this.#attempt(async () => {
        while (!this.#stopped && (await sealPending(org)) > 0);
      })
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
