import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/**
 * Every column with texts that are encrypted for a row: its id, and its organization if it has one.
 * What is missing here is lost when the secret is rotated.
 */
const columns = {
  address: { table: 'notification_target', column: 'address', org: sql`org_id` },
  signing: { table: 'notification', column: 'secret', org: sql`org_id` },
  formerSigning: { table: 'notification', column: 'previous_secret', org: sql`org_id` },
  idToken: { table: 'session', column: 'id_token', org: sql`''` },
  refreshToken: { table: 'session', column: 'refresh_token', org: sql`''` },
} as const
export type EncryptedColumn = keyof typeof columns
export const encryptedColumns = Object.keys(columns) as EncryptedColumn[]

/** Name of a column, with that of its table. */
export const columnName = (name: EncryptedColumn): string =>
  `${columns[name].table}.${columns[name].column}`

/** An encrypted text, with the row that it belongs to. */
interface EncryptedText {
  org_id: string
  id: string
  encrypted: Buffer
}

/** Everything that is stored under the secret, in one transaction. */
export class EncryptedTexts {
  readonly #database: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /** The texts of a column, whose rows stay as they are until the transaction ends. */
  async lock(name: EncryptedColumn): Promise<EncryptedText[]> {
    const { table, column, org } = columns[name]
    const { rows: owners } = await sql<{ org_id: string }>`
      select distinct ${org} as org_id from ${sql.table(table)}
      where ${sql.ref(column)} is not null order by 1`.execute(this.#database)
    const texts: EncryptedText[] = []
    for (const { org_id } of owners) {
      const { rows } = await sql<EncryptedText>`
        select ${org} as org_id, id, ${sql.ref(column)} as encrypted from ${sql.table(table)}
        where ${org} = ${org_id} and ${sql.ref(column)} is not null
        order by 2 for update`.execute(this.#database)
      texts.push(...rows)
    }
    return texts
  }

  /** Replaces one of them. */
  async replace(name: EncryptedColumn, { org_id, id, encrypted }: EncryptedText): Promise<void> {
    const { table, column, org } = columns[name]
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${encrypted}
      where ${org} = ${org_id} and id = ${id}`.execute(this.#database)
  }
}
