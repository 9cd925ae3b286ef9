import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

// One statement whatever the number, in one order, so that processes do not deadlock.
const add = `
  insert into call_count (key, minute, count)
  select given.key, $3, given.count from unnest($1::text[], $2::integer[]) as given (key, count)
  order by 1
  on conflict (key, minute) do update set count = call_count.count + excluded.count
  returning key, count`

const minuteSeconds = 60

interface Count {
  /** Calls that the database does not know yet. */
  own: number
  /** Calls in all processes that it knew last. */
  stored: number
}

/**
 * Counts calls by key and minute across processes: in memory, so that a call waits for nothing, and
 * every second into the database. A process learns that late of what others counted.
 */
export class CallCounts {
  #minute = 0
  #counts = new Map<string, Count>()

  /** Counts a call; returns the calls of this minute, and the milliseconds until the next one. */
  count(key: string, now: number): { current: number; ttl: number } {
    this.#begin(Math.floor(now / minuteSeconds))
    const count = this.#counts.get(key) ?? { own: 0, stored: 0 }
    count.own += 1
    this.#counts.set(key, count)
    const ttl = (minuteSeconds - (now % minuteSeconds)) * 1000
    return { current: count.own + count.stored, ttl }
  }

  /** Adds new counts to those of other processes, and forgets those of minutes before. */
  async save(database: Kysely<Tables>): Promise<void> {
    const minute = this.#minute
    const fresh = [...this.#counts].filter(([, { own }]) => own > 0)
    if (fresh.length === 0) return
    const columns = [fresh.map(([key]) => key), fresh.map(([, { own }]) => own), minute]
    for (const [, count] of fresh) {
      count.stored += count.own
      count.own = 0
    }
    const { rows } = await database.executeQuery<{ key: string; count: number }>(
      CompiledQuery.raw(add, columns),
    )
    if (this.#minute !== minute) return
    for (const { key, count } of rows) {
      const known = this.#counts.get(key)
      if (known) known.stored = count
    }
  }

  /** Deletes what no process counts any more. */
  async forget(database: Kysely<Tables>, now: number): Promise<void> {
    const minute = Math.floor(now / minuteSeconds)
    await database
      .deleteFrom('call_count')
      .where('minute', '<', minute - 1)
      .execute()
  }

  #begin(minute: number): void {
    if (minute === this.#minute) return
    this.#minute = minute
    this.#counts = new Map()
  }
}
