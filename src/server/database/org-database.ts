import {
  type Compilable,
  type CompiledQuery,
  type RawBuilder,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type InsertQueryBuilder,
  type InsertResult,
  type UpdateQueryBuilder,
  type UpdateResult,
  type DeleteQueryBuilder,
  type DeleteResult,
  type ControlledTransaction,
} from 'kysely'
import type { ArchivedChoice } from '#contract/common/archived.ts'
import { isToNodes } from './pool.ts'
import { retryDeadlocks } from './write-conflicts.ts'
import type { StoredSections } from './tables/organization.ts'
import type { ManyRow, NewRow, OrgTables, Tables } from './tables.ts'

type Rows = { [T in keyof OrgTables]: { org_id: string } }
/** A query that has not run yet. */
export type Statement = Compilable | RawBuilder<unknown>
type NoColumns = Record<never, never>

/** Runs after the commit of a transaction. */
type AfterCommit = (org: OrgDatabase) => Promise<void>

/** Shared state of the handles of one organization that run in one transaction. */
interface Scope {
  database: Kysely<Tables>
  /** Actions to run after the commit of the current transaction. */
  readonly afterCommit: AfterCommit[]
  /** Begins the transaction shared by all of the work; from then on `database` is that. */
  readonly begin?: () => Promise<void>
  /** Settings of the organization, as they were when the caller was looked up. */
  readonly settings?: StoredSections | null
}

/**
 * Queries of one organization. Handlers reach the database only through this, so a query without
 * the organization does not compile; queries across organizations have a file of their own.
 */
export class OrgDatabase {
  readonly orgId: string
  /** Whether queries leave out, include or only see archived records: see `isInView`. */
  readonly archived: ArchivedChoice
  readonly #scope: Scope

  constructor(
    database: Kysely<Tables> | Scope,
    orgId: string,
    archived: ArchivedChoice = 'exclude',
  ) {
    this.#scope = 'afterCommit' in database ? database : { database, afterCommit: [] }
    this.orgId = orgId
    this.archived = archived
  }

  get #database(): Kysely<Tables> {
    return this.#scope.database
  }

  /** Settings as read with the caller, by section; null where no caller is, and in transactions. */
  get settings(): StoredSections | null {
    return this.#scope.settings ?? null
  }

  /** Returns the same organization with another choice of archived records. */
  seeing(archived: ArchivedChoice): OrgDatabase {
    return new OrgDatabase(this.#scope, this.orgId, archived)
  }

  get #rows(): Kysely<Rows> {
    return this.#database as unknown as Kysely<Rows>
  }

  /** Selects rows of this organization. Joined tables need their own `org_id` in the join. */
  selectFrom<T extends keyof OrgTables>(table: T): SelectQueryBuilder<Tables, T, NoColumns> {
    return this.#rows
      .selectFrom(table as keyof Rows)
      .where(sql.ref(`${table}.org_id`), '=', this.orgId) as unknown as SelectQueryBuilder<
      Tables,
      T,
      NoColumns
    >
  }

  /** Inserts rows into this organization. */
  insertInto<T extends keyof OrgTables>(
    table: T,
    values: NewRow<T> | NewRow<T>[],
  ): InsertQueryBuilder<Tables, T, InsertResult> {
    const rows = [values].flat().map((row) => Object.assign({}, row, { org_id: this.orgId }))
    return this.#rows.insertInto(table as keyof Rows).values(rows) as unknown as InsertQueryBuilder<
      Tables,
      T,
      InsertResult
    >
  }

  /** Inserts any number of rows with the same columns, sent to the database as one JSON text. */
  insertMany<T extends keyof OrgTables>(table: T, rows: readonly ManyRow<T>[]): Statement[] {
    const [first] = rows
    if (!first) return []
    const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
    return [
      sql`insert into ${sql.table(table)} (org_id, ${columns})
        select ${this.orgId}, ${columns}
        from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`,
    ]
  }

  updateTable<T extends keyof OrgTables>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult> {
    return this.#rows
      .updateTable(table as keyof Rows)
      .where(sql.ref(`${table}.org_id`), '=', this.orgId) as never
  }

  deleteFrom<T extends keyof OrgTables>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult> {
    return this.#rows
      .deleteFrom(table as keyof Rows)
      .where(sql.ref(`${table}.org_id`), '=', this.orgId) as unknown as DeleteQueryBuilder<
      Tables,
      T,
      DeleteResult
    >
  }

  /**
   * Runs writes as one statement, so that they cost one round trip. None of them may depend on
   * whether it sees what the others do, and no two may write the same row.
   * @param parts - of what is too much for one statement: the first runs with the writes, each
   *   other one is made and run after the one before it
   */
  async executeBatch(
    writes: readonly Statement[],
    parts: Iterable<readonly Statement[]> = [],
  ): Promise<void> {
    let batch = [...writes]
    for (const part of parts) {
      await this.#executeAtOnce([...batch, ...part])
      batch = []
    }
    await this.#executeAtOnce(batch)
  }

  async #executeAtOnce(writes: readonly Statement[]): Promise<void> {
    if (writes.length === 0) return
    if (isToNodes(this.#database)) return this.#executeInTurn(writes)
    const parts = writes.map((write, index) => sql`${sql.id(`write_${index}`)} as (${write})`)
    await sql`with ${sql.join(parts)} select 1`.execute(this.#database)
  }

  /** Nodes would keep what each write of one statement returns, and refuse some of them there. */
  async #executeInTurn(writes: readonly Statement[]): Promise<void> {
    await this.transaction(async (org) => {
      const database = org.#database
      for (const write of writes) await database.executeQuery(write.compile(database))
    })
  }

  /** Expression that has the transaction's statements planned for any organization; null on nodes. */
  get planForAny(): RawBuilder<unknown> {
    const planned = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`
    return isToNodes(this.#database) ? sql`null` : planned
  }

  /** Takes a lock of this organization until the transaction ends; false if another holds it. */
  async tryLock(name: string): Promise<boolean> {
    const [row] = await this.query(sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${this.orgId} ${name}`}, 0)) as taken`)
    return row?.taken ?? false
  }

  /** Takes a lock of this organization until the transaction ends; waits for other holders. */
  async lock(name: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${this.orgId} ${name}`}, 0))
    `.execute(this.#database)
  }

  /** Notifies listeners on a channel of this organization after commit. */
  async notify(channel: string): Promise<void> {
    await sql`select pg_notify(${channel}, ${this.orgId})`.execute(this.#database)
  }

  /**
   * Runs the work in one transaction; inside of one, as a part of it. Locks are taken in the order
   * space, flow, repository, trail, artifact, policy, environment, so that no two writers deadlock;
   * where two do, the work runs again.
   */
  async transaction<T>(work: (org: OrgDatabase) => Promise<T>): Promise<T> {
    if (this.#scope.begin) {
      await this.#scope.begin()
      // PostgreSQL gives up the locks of the part with it.
      return retryDeadlocks(() => this.#untilSavepoint(work, { isKept: true }))
    }
    if (this.#database.isTransaction) return work(this)
    let afterCommit: AfterCommit[] = []
    const result = await retryDeadlocks(() =>
      this.#database.transaction().execute((database) => {
        afterCommit = []
        return work(new OrgDatabase({ database, afterCommit }, this.orgId, this.archived))
      }),
    )
    for (const follow of afterCommit) await follow(this)
    return result
  }

  /** Runs work whose transactions are one, from `first` to `last`; it holds no connection before. */
  async inOneTransaction<T>(
    work: (org: OrgDatabase) => Promise<T>,
    { first, last }: { first: AfterCommit; last: (org: OrgDatabase, result: T) => Promise<void> },
  ): Promise<T> {
    const afterCommit: AfterCommit[] = []
    const held: { transaction?: ControlledTransaction<Tables>; begun?: Promise<void> } = {}
    const begin = async () => {
      held.transaction = await this.#database.startTransaction().execute()
      const scoped = { database: held.transaction, afterCommit }
      await first(new OrgDatabase(scoped, this.orgId, this.archived))
      scope.database = held.transaction
    }
    const scope = {
      database: this.#database,
      afterCommit,
      begin: () => (held.begun ??= begin()),
    }
    const org = new OrgDatabase(scope, this.orgId, this.archived)
    let result: T
    try {
      result = await work(org)
      await scope.begin()
      await last(org, result)
      await held.transaction?.commit().execute()
    } catch (error) {
      await held.begun?.catch(() => undefined)
      await held.transaction?.rollback().execute()
      throw error
    }
    for (const follow of afterCommit) await follow(this)
    return result
  }

  /** Runs work in a transaction, or in a savepoint of the current one, that is rolled back. */
  async dryRun<T>(work: (org: OrgDatabase) => Promise<T>): Promise<T> {
    if (this.#database.isTransaction) return this.#untilSavepoint(work, { isKept: false })
    const transaction = await this.#database.startTransaction().execute()
    try {
      const scope = { database: transaction, afterCommit: [] }
      return await work(new OrgDatabase(scope, this.orgId, this.archived))
    } finally {
      await transaction.rollback().execute()
    }
  }

  /** Runs work in a savepoint of the current transaction, rolled back by itself on failure. */
  async #untilSavepoint<T>(
    work: (org: OrgDatabase) => Promise<T>,
    { isKept }: { isKept: boolean },
  ): Promise<T> {
    const { database, afterCommit } = this.#scope
    const undo = () => sql`rollback to savepoint part`.execute(database)
    await sql`savepoint part`.execute(database)
    const part = { database, afterCommit: [] as AfterCommit[] }
    let result: T
    try {
      result = await work(new OrgDatabase(part, this.orgId, this.archived))
    } catch (error) {
      await undo()
      throw error
    }
    if (isKept) afterCommit.push(...part.afterCommit)
    else await undo()
    return result
  }

  /**
   * Runs an action after the commit of the outermost transaction, and not after a rollback; the
   * caller of that transaction waits for it.
   */
  afterCommit(follow: AfterCommit): void {
    this.#scope.afterCommit.push(follow)
  }

  /** Runs one statement of plain SQL, or one that was built before, that returns rows. */
  async query<Row>(query: RawBuilder<Row> | CompiledQuery<Row>): Promise<Row[]> {
    const database = this.#database
    return (await ('sql' in query ? database.executeQuery(query) : query.execute(database))).rows
  }
}

/** The organization of a path. */
export interface OrgScope {
  org: OrgDatabase
  orgName: string
}
