import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Readable } from 'node:stream'
import { type StoredTable, columnList } from './stored-tables.ts'

/**
 * Runs work on a connection of its own without time limits. A server may limit all statements, and
 * what has no limit here is as large as the database.
 */
export async function withoutLimits<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ keepAlive: true, ...connection })
  // An error of the connection fails the query, too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    return await work(client)
  } finally {
    // Of a transaction without a commit nothing stays.
    await client.end().catch(() => undefined)
  }
}

const batch = 200

/** Reads of one moment, across organizations: what others write meanwhile is not seen. */
export class ConsistentRead {
  readonly #client: pg.Client
  #cursors = 0

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** Runs a query with few rows. */
  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return (await this.#client.query<Row>(text)).rows
  }

  /** Reads the rows of a query a batch at a time. No copy may run meanwhile. */
  async *rows<Row extends pg.QueryResultRow>(text: string): AsyncGenerator<Row> {
    const cursor = `rows_${(this.#cursors += 1)}`
    await this.#client.query(`declare ${cursor} no scroll cursor for ${text}`)
    for (let isMore = true; isMore;) {
      const found = await this.query<Row>(`fetch ${batch} from ${cursor}`)
      yield* found
      isMore = found.length === batch
    }
    await this.#client.query(`close ${cursor}`)
  }

  /** Streams a table in PostgreSQL's text format; `rowCount` holds once the stream has ended. */
  copyOut(table: StoredTable): Readable & { rowCount: number } {
    return this.#client.query(copyTo(`copy ${columnList(table)} to stdout`))
  }
}

/** Runs work on reads of one moment, on a connection of its own without time limits. */
export function withConsistentRead<T>(
  connection: pg.ClientConfig,
  work: (read: ConsistentRead) => Promise<T>,
): Promise<T> {
  return withoutLimits(connection, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return work(new ConsistentRead(client))
  })
}
