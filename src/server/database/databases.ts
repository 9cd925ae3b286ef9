import type { Kysely } from 'kysely'
import pg from 'pg'
import { Problem } from '#server/platform/problem.ts'
import { connectTimeoutMs, openKysely } from './pool.ts'
import type { Tables } from './tables.ts'

/**
 * Queries over one pool: those of the service itself, and those of each organization in its share.
 */
export class Databases {
  readonly system: Kysely<Tables>
  readonly #pool: pg.Pool
  readonly #shares: ConnectionShares
  readonly #onWaited: (seconds: number) => void
  readonly #isDistributed: boolean
  readonly #ofOrganizations = new Map<string, Kysely<Tables>>()

  /** @param onWaited told how long each connection for an organization was waited for */
  constructor(
    pool: pg.Pool,
    { onWaited, isDistributed }: { onWaited: (seconds: number) => void; isDistributed: boolean },
  ) {
    const { max } = pool.options
    this.system = openKysely(pool, { isDistributed })
    this.#isDistributed = isDistributed
    this.#pool = pool
    this.#onWaited = onWaited
    this.#shares = new ConnectionShares({
      maxOfAll: Math.max(1, max - Math.ceil(max / 5)),
      maxOfOne: Math.max(1, Math.floor(max / 2)),
      maxWaiting: 500,
      timeoutMs: connectTimeoutMs,
    })
  }

  /** The database for requests of an organization. */
  ofOrganization(orgId: string): Kysely<Tables> {
    let found = this.#ofOrganizations.get(orgId)
    if (!found) {
      const connect = () => this.#connect(orgId)
      found = openKysely(
        { connect, end: () => Promise.resolve() },
        { isDistributed: this.#isDistributed },
      )
      this.#ofOrganizations.set(orgId, found)
    }
    return found
  }

  async #connect(orgId: string): Promise<pg.PoolClient> {
    const began = performance.now()
    await this.#shares.take(orgId)
    try {
      const client = await this.#pool.connect()
      this.#onWaited((performance.now() - began) / 1000)
      const release = client.release
      client.release = (error) => {
        release(error)
        this.#shares.release(orgId)
      }
      return client
    } catch (error) {
      this.#shares.release(orgId)
      throw error
    }
  }
}

interface Waiting {
  go(): void
  timer: NodeJS.Timeout
}

interface Share {
  taken: number
  waiting: Set<Waiting>
}

interface ShareLimits {
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
