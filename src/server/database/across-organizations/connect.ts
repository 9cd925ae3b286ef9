import type pg from 'pg'
import { systemClock } from '../../clock.ts'
import { idSource } from '../../id.ts'
import { openKysely, openPool } from '../pool.ts'
import { Administration } from './administration.ts'

/** Runs administration on connections of its own. */
export async function withAdministration<T>(
  connection: pg.ClientConfig,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const pool = openPool(connection, { prepared: false, max: 2, onError: () => undefined })
  try {
    return await work(new Administration(openKysely(pool), systemClock, idSource(systemClock)))
  } finally {
    await pool.end()
  }
}
