import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const initial = '0001-initial'
const firstFolded = '0002-trail-names'

/**
 * The last of the migrations that development versions ran after the initial one, which makes the
 * schema of all of them now.
 */
export const lastFolded = '0031-nothing-expected'

/**
 * Replaces the names of folded migrations by that of the initial one.
 * @param ran - names in their order
 * @param known - migrations of this version by name, which stay
 * @returns null if only some of them ran: then the schema is an older one
 */
export function foldNames(ran: string[], known: object): string[] | null {
  if (!ran.includes(firstFolded)) return ran
  if (!ran.includes(lastFolded)) return null
  return ran.filter((name) => name in known || name > lastFolded)
}

/** Returns whether the initial migration ran alone, and as it was before others were folded into it. */
export async function isFormerInitial(database: Kysely<Tables>, ran: string[]): Promise<boolean> {
  if (ran.join() !== initial) return false
  const { rows } = await sql<{ lacks: boolean }>`
    select to_regclass('running_hash') is null as lacks`.execute(database)
  return rows[0]?.lacks ?? false
}

/** Removes the records of folded migrations, by their names. */
export async function forgetRecords(database: Kysely<Tables>, folded: string[]): Promise<void> {
  if (folded.length === 0) return
  await sql`delete from kysely_migration where name = any(${folded})`.execute(database)
}
