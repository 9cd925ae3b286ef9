import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { columnList, type StoredTable } from './stored-tables.ts'
import { withoutLimits } from './without-limits.ts'

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
