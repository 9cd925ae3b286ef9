import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { Migrator } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrations } from '#server/database/migrate.ts'
import { openKysely } from '#server/database/pool.ts'
import { OperatorError } from '#server/platform/failure.ts'
import {
  columnList,
  type SequenceValue,
  isEmptyDatabase,
  listForeignKeys,
  listTables,
  type StoredTable,
} from './stored-tables.ts'
import { withoutLimits } from './consistent-read.ts'

/** Fills an empty database, in one transaction. */
export class TableLoader {
  readonly #client: pg.Client
  #foreignKeys: { add: string }[] = []
  #tables: StoredTable[] = []

  constructor(client: pg.Client) {
    this.#client = client
  }

  /**
   * Makes the schema that these migrations make, without foreign keys, and with triggers
   * off, until `finish`.
   * @returns its tables
   */
  async makeSchema(names: string[]): Promise<StoredTable[]> {
    const client = Object.assign(this.#client, { release: () => undefined })
    const chosen = names.flatMap((name) => {
      const migration = migrations[name]
      return migration ? [[name, migration] as const] : []
    })
    const migrator = new Migrator({
      db: openKysely({ connect: async () => client as never, end: async () => undefined }),
      provider: { getMigrations: () => Promise.resolve(Object.fromEntries(chosen)) },
      // The transaction is this one.
      disableTransactions: true,
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    const keys = await listForeignKeys(this.query)
    for (const { drop } of keys) await this.query(drop)
    this.#foreignKeys = keys
    this.#tables = await listTables(this.query)
    await this.#letTriggersRun(false)
    return this.#tables
  }

  /** Loads a table in PostgreSQL's text format. @returns number of rows */
  async copyIn(table: StoredTable, content: AsyncIterable<Buffer>): Promise<number> {
    const copy = this.#client.query(copyFrom(`copy ${columnList(table)} from stdin`))
    const ended = finished(copy)
    ended.catch(() => undefined)
    try {
      for await (const chunk of content)
        if (!copy.write(chunk)) await Promise.race([once(copy, 'drain'), ended])
    } catch (error) {
      // PostgreSQL's own error about the rows comes first.
      copy.destroy(error as Error)
      throw error
    }
    copy.end()
    await ended
    return copy.rowCount
  }

  /**
   * Continues the numbers of columns that have a sequence, and adds the foreign keys, which checks
   * all rows.
   */
  async finish(sequences: SequenceValue[]): Promise<void> {
    for (const { table, column, last } of sequences) {
      if (last === null) continue
      const sequence = 'pg_get_serial_sequence(quote_ident($1), $2)'
      await this.#client.query(`select setval(${sequence}, $3)`, [table, column, last])
    }
    for (const { add } of this.#foreignKeys) await this.query(add)
    await this.#letTriggersRun(true)
  }

  /** Turns triggers on or off: the rows that they write are among those that are loaded. */
  async #letTriggersRun(isOn: boolean): Promise<void> {
    for (const { name } of this.#tables)
      await this.query(
        `alter table ${pg.escapeIdentifier(name)} ${isOn ? 'enable' : 'disable'} trigger user`,
      )
  }

  /** Runs a statement. */
  readonly query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await this.#client.query<Row>(text)).rows
}

/**
 * Runs work that fills an empty database, in one transaction: all of it holds or nothing.
 * @throws OperatorError if the database has tables, or another restore is under way
 */
export function withEmptyDatabase<T>(
  connection: pg.ClientConfig,
  work: (loader: TableLoader) => Promise<T>,
): Promise<T> {
  return withoutLimits(connection, async (client) => {
    const loader = new TableLoader(client)
    const [lock] = await loader.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtext('cairn restore')) as taken",
    )
    if (!lock?.taken) throw new OperatorError('Another restore into this database is under way.')
    await client.query('begin')
    if (!(await isEmptyDatabase(loader.query)))
      throw new OperatorError(
        'The database is not empty, and a restore replaces nothing: stop Cairn, then set CAIRN_DATA_DIR ' +
          'to a new folder, or DATABASE_URL to a database without tables.',
      )
    const done = await work(loader)
    await client.query('commit')
    await client.query('analyze')
    return done
  })
}
