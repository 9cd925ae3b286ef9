import type { Kysely } from 'kysely'
import type pg from 'pg'
import { ConnectionShares } from './connection-shares.ts'
import { connectTimeoutMs, openKysely } from './pool.ts'
import type { Tables } from './tables.ts'

/**
 * Queries over one pool: those of the service itself, and those of each organization in its share.
 */
export class Databases {
  readonly system: Kysely<Tables>
  readonly #pool: pg.Pool
  readonly #shares: ConnectionShares
  readonly #ofOrganizations = new Map<string, Kysely<Tables>>()

  constructor(pool: pg.Pool) {
    const { max } = pool.options
    this.system = openKysely(pool)
    this.#pool = pool
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
      found = openKysely({ connect, end: () => Promise.resolve() })
      this.#ofOrganizations.set(orgId, found)
    }
    return found
  }

  async #connect(orgId: string): Promise<pg.PoolClient> {
    await this.#shares.take(orgId)
    try {
      const client = await this.#pool.connect()
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
