import { randomUUID } from 'node:crypto'
import { BackgroundLoop } from '#server/jobs/background-loop.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { inTrace } from '#server/platform/tracing.ts'
import { leaseTargets, releaseTarget, renewLease } from './queries.ts'
import { deliverNext, type DeliveryContext } from './deliver.ts'

/** Seconds of a target's lease; milliseconds after which it is renewed. */
const [leaseFor, renewEvery] = [10, 3000]
/** Targets that one process serves at a time; one that hangs occupies one slot. */
const maxUnderWay = 200
/** Milliseconds that stopping waits for requests in progress. */
const shutdownTimeoutMs = 5000

interface DeliveryWorkerOptions extends DeliveryContext {
  /** Finds organizations with pending messages. */
  find(): Promise<OrgDatabase[]>
  onError(this: void, error: unknown): void
}

/**
 * Sends pending messages. Each target is served separately, one message at a time, so that one that
 * hangs delays no other.
 */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions
  readonly #underWay = new Set<Promise<void>>()
  readonly #loop: BackgroundLoop

  constructor(options: DeliveryWorkerOptions) {
    this.#options = options
    this.#loop = new BackgroundLoop(() => this.#take(), options.onError)
  }

  /** Signals that messages may be pending; also starts the worker. */
  wake(): void {
    this.#loop.wake()
  }

  async #take(): Promise<void> {
    const { find, clock } = this.#options
    for (const org of await find()) {
      const limit = maxUnderWay - this.#underWay.size
      if (limit <= 0 || this.#loop.isStopped) return
      const lease = randomUUID()
      const now = clock()
      const leaseRequest = { lease, now, until: now + leaseFor, limit }
      for (const id of await leaseTargets(org, leaseRequest)) {
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
    const deliver = () => deliverNext(this.#options, org, { targetId, lease })
    try {
      while (!this.#loop.isStopped && (await inTrace('deliver message', deliver)));
      await releaseTarget(org, targetId, lease)
    } catch (error) {
      // The lease ends by itself, and the message is sent again.
      if (!this.#loop.isStopped) onError(error)
    } finally {
      clearInterval(renewing)
    }
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    const limit = new Promise((resolve) => setTimeout(resolve, shutdownTimeoutMs).unref())
    await Promise.race([Promise.all(this.#underWay), limit])
  }
}
