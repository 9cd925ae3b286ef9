import { randomUUID } from 'node:crypto'
import type { OrgDatabase } from '../database/org-database.ts'
import { leaseTargets, releaseTarget, renewLease } from './delivery-queries.ts'
import { deliverNext, type Post } from './deliver.ts'

const pollEvery = 1000
/** Seconds for which a target is taken; milliseconds after which it is taken for longer. */
const [leaseFor, renewEvery] = [10, 3000]
/** Targets that one process serves at a time: one that hangs takes one of these places. */
const places = 200
/** Milliseconds that stopping waits for what is on its way. */
const patience = 5000

interface CourierOptions extends Post {
  /** Organizations where messages wait. */
  find(): Promise<OrgDatabase[]>
  onError(error: unknown): void
}

/**
 * Sends what waits to be sent. Each target is served by itself, one message at a time, so that one
 * that hangs keeps no other waiting.
 */
export class Courier {
  readonly #options: CourierOptions
  readonly #underWay = new Set<Promise<void>>()
  #round: Promise<void> | null = null
  #again = false
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: CourierOptions) {
    this.#options = options
  }

  /** Says that something may wait; also begins. */
  nudge(): void {
    if (this.#stopped) return
    if (this.#round) {
      this.#again = true
      return
    }
    clearTimeout(this.#timer)
    this.#round = this.#take()
      .catch((error: unknown) => this.#stopped || this.#options.onError(error))
      .then(() => {
        this.#round = null
        const soon = this.#again
        this.#again = false
        if (!this.#stopped) this.#timer = setTimeout(() => this.nudge(), soon ? 0 : pollEvery)
      })
  }

  async #take(): Promise<void> {
    const { find, clock } = this.#options
    for (const org of await find()) {
      const limit = places - this.#underWay.size
      if (limit <= 0 || this.#stopped) return
      const lease = randomUUID()
      const now = clock()
      const asked = { lease, now, until: now + leaseFor, limit }
      for (const id of await leaseTargets(org, asked)) {
        const serving = this.#serve(org, id, lease).finally(() => this.#underWay.delete(serving))
        this.#underWay.add(serving)
      }
    }
  }

  async #serve(org: OrgDatabase, targetId: string, lease: string): Promise<void> {
    const { clock, onError } = this.#options
    const renewing = setInterval(() => {
      renewLease(org, targetId, { lease, until: clock() + leaseFor }).catch(onError)
    }, renewEvery)
    try {
      while (!this.#stopped && (await deliverNext(this.#options, org, { targetId, lease })));
      await releaseTarget(org, targetId, lease)
    } catch (error) {
      // The lease ends by itself, and the message is sent again.
      if (!this.#stopped) onError(error)
    } finally {
      clearInterval(renewing)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
    const limit = new Promise((resolve) => setTimeout(resolve, patience).unref())
    await Promise.race([Promise.all(this.#underWay), limit])
  }
}
