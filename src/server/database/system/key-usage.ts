import { CompiledQuery, type Kysely } from 'kysely'
import { daySeconds } from '#domain/common/days.ts'
import type { Tables } from '#server/database/tables.ts'

// One statement whatever the number, in one order, so that processes do not deadlock.
const add = `
  insert into service_key_use (org_id, key_id, day, count)
  select * from unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) as used (o, k, d, c)
  order by 1, 2, 3
  on conflict (org_id, key_id, day)
    do update set count = service_key_use.count + excluded.count`

/**
 * Counts requests of service accounts by key and day: in memory, so that a request writes nothing,
 * and from time to time into the database. The newest counts of a killed process are lost.
 */
export class KeyUses {
  #waiting = new Map<string, { org: string; key: string; day: number; count: number }>()

  count(org: string, key: string, now: number): void {
    const day = Math.floor(now / daySeconds)
    const id = `${key} ${day}`
    const use = this.#waiting.get(id) ?? { org, key, day, count: 0 }
    use.count += 1
    this.#waiting.set(id, use)
  }

  /** Adds the counts to the stored ones; after a failure they are kept for the next time. */
  async save(database: Kysely<Tables>): Promise<void> {
    if (this.#waiting.size === 0) return
    const taken = this.#waiting
    this.#waiting = new Map()
    const uses = [...taken.values()]
    const columns = [
      uses.map(({ org }) => org),
      uses.map(({ key }) => key),
      uses.map(({ day }) => day),
      uses.map(({ count }) => count),
    ]
    try {
      await database.executeQuery(CompiledQuery.raw(add, columns))
    } catch (error) {
      for (const [id, use] of taken) {
        use.count += this.#waiting.get(id)?.count ?? 0
        this.#waiting.set(id, use)
      }
      throw error
    }
  }
}
