import type pg from 'pg'
import { connectTo } from '../database.ts'
import type { FilledOrganizations } from './filled-organizations.ts'
import { measureListsAtSize } from './lists-at-size.ts'
import { measureRecordsAtSize } from './records-at-size.ts'
import type { PageTimes, Turns } from './time-by-turns.ts'

/** Measures all pages of both sizes while the planner knows nothing of any table. */
export async function* measureWithoutStatistics(
  filled: FilledOrganizations,
  turns?: Turns,
): AsyncGenerator<PageTimes> {
  const client = await connectTo(filled.service.dataDir)
  try {
    await forgetStatistics(client)
    yield* measureListsAtSize(filled, turns)
    yield* measureRecordsAtSize(filled, turns)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Takes away what PostgreSQL 18 knows, as if nothing had ever been gathered. */
async function forgetStatistics(client: pg.Client): Promise<void> {
  await client.query(`select pg_clear_attribute_stats(schemaname, tablename, attname, inherited)
    from pg_stats where schemaname = 'public'`)
  await client.query(`select pg_clear_relation_stats('public', relname) from pg_class
    where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`)
}
