import { sql } from 'kysely'

/**
 * Storage of rows that each report replaces: free space on their pages lets the indexes stay as they
 * are, and they are cleaned up before a table of many rows would be due.
 */
export const replaced = sql.raw('with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02)')

/**
 * Storage of rows that are inserted and soon deleted: the tables are small, and empty most of the
 * time.
 */
export const passing = sql.raw(
  'with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)',
)

/**
 * Storage of rows that stay: inserts alone rarely bring autovacuum to a large table, and index-only
 * scans need pages that it visited.
 */
export const appended = sql.raw('with (autovacuum_vacuum_insert_scale_factor = 0.01)')
