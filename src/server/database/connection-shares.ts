import { Problem } from '#server/platform/problem.ts'

interface Waiting {
  go(): void
  timer: NodeJS.Timeout
}

interface Share {
  taken: number
  waiting: Set<Waiting>
}

export interface ShareLimits {
  /**
   * Connections that all organizations may hold together: the rest is for authentication, and
   * `/ready`.
   */
  maxOfAll: number
  /** Connections that one organization may hold. */
  maxOfOne: number
  /** Calls of one organization that may wait for a connection. */
  maxWaiting: number
  timeoutMs: number
}

const tooBusy = () =>
  new Problem(503, 'Too many calls of this organization are under way: send this one again later', {
    headers: { 'retry-after': '2' },
  })

/** Shares the connections of a pool between organizations, so that none can take them all. */
export class ConnectionShares {
  readonly #limits: ShareLimits
  readonly #shares = new Map<string, Share>()
  #taken = 0

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  /**
   * Takes a connection, or waits for one.
   * @throws Problem 503 when too many wait, or for too long
   */
  async take(orgId: string): Promise<void> {
    const share = this.#shares.get(orgId) ?? { taken: 0, waiting: new Set() }
    this.#shares.set(orgId, share)
    if (share.taken < this.#limits.maxOfOne && this.#taken < this.#limits.maxOfAll) {
      this.#grant(share)
      return
    }
    const { maxWaiting, timeoutMs } = this.#limits
    if (share.waiting.size >= maxWaiting) throw tooBusy()
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        go: () => {
          clearTimeout(waiting.timer)
          share.waiting.delete(waiting)
          this.#grant(share)
          resolve()
        },
        timer: setTimeout(() => {
          share.waiting.delete(waiting)
          this.#forgetIfIdle(orgId, share)
          reject(tooBusy())
        }, timeoutMs),
      }
      share.waiting.add(waiting)
    })
  }

  /** Gives a connection back: the organization that holds the fewest is next. */
  release(orgId: string): void {
    const share = this.#shares.get(orgId)
    if (!share) return
    share.taken -= 1
    this.#taken -= 1
    this.#forgetIfIdle(orgId, share)
    let next: Share | null = null
    for (const one of this.#shares.values()) {
      if (one.waiting.size === 0 || one.taken >= this.#limits.maxOfOne) continue
      if (next === null || one.taken < next.taken) next = one
    }
    const [first] = next?.waiting ?? []
    first?.go()
  }

  #grant(share: Share): void {
    share.taken += 1
    this.#taken += 1
  }

  #forgetIfIdle(orgId: string, { taken, waiting }: Share): void {
    if (taken === 0 && waiting.size === 0) this.#shares.delete(orgId)
  }
}
