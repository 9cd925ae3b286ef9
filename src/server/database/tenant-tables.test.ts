import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { templateDatabase } from '#server/testing/global-database.ts'
import { connectTo } from '#server/testing/nodes.ts'
import { makeDatabase } from '#server/testing/own-database.ts'
import { globalTables, isCopied } from './distribute-tables.ts'

let migrated: Awaited<ReturnType<typeof makeDatabase>>
let client: pg.Client
beforeAll(async () => {
  migrated = await makeDatabase(templateDatabase)
  client = await connectTo(migrated.connection)
})
afterAll(async () => {
  await client.end()
  await migrated.drop()
})

const globals = Object.keys(globalTables)

/** Texts of the rows of a query, which gets the names of the global tables. */
async function list(query: string): Promise<string[]> {
  const { rows } = await client.query<{ found: string }>(query, [globals])
  return rows.map(({ found }) => found)
}

const isOwn = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  and relname not like 'kysely%'`

const tenants = `
  tenant as (select oid, relname::text as name from pg_class
    where ${isOwn} and relname <> all ($1::text[]))`

it('names as global only tables that there are', async () => {
  expect(
    await list(`select relname as found from pg_class where ${isOwn} and relname = any ($1)`),
  ).toHaveLength(globals.length)
})

it('carries the organization in every tenant table', async () => {
  const found = await list(`
    with ${tenants} select name as found from tenant
    where exists (select from pg_attribute where attrelid = tenant.oid
      and attname = 'org_id' and attnotnull and atttypid = 'text'::regtype)`)
  expect(found.length).toBeGreaterThan(60)
  expect(
    await list(`
      with ${tenants} select name as found from tenant
      where not exists (select from pg_attribute where attrelid = tenant.oid
        and attname = 'org_id' and attnotnull and atttypid = 'text'::regtype)`),
  ).toEqual([])
})

it('has a primary key or a unique index in every tenant table, and the organization first in all of them', async () => {
  expect(
    await list(`
      with ${tenants} select name as found from tenant
      where not exists (select from pg_index where indrelid = tenant.oid
        and indisunique and indpred is null)`),
  ).toEqual([])
  expect(
    await list(`
      with ${tenants} select pg_get_indexdef(indexrelid) as found
      from tenant join pg_index on indrelid = tenant.oid
      where (indisunique or indisexclusion) and pg_get_indexdef(indexrelid, 1, false) <> 'org_id'`),
  ).toEqual([])
})

it('refers from a tenant table to rows of the same organization, or to a global table', async () => {
  expect(
    await list(`
      with ${tenants} select format('%s: %s', tenant.name, pg_get_constraintdef(pg_constraint.oid)) as found
      from tenant join pg_constraint on conrelid = tenant.oid and contype = 'f'
        join tenant target on target.oid = confrelid
      where not exists (
        select from unnest(conkey, confkey) as pair (mine, theirs)
        join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = pair.mine
        join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = pair.theirs
        where mine.attname = 'org_id' and theirs.attname = 'org_id')`),
  ).toEqual([])
})

it('refers from no global table to a tenant table', async () => {
  expect(
    await list(`
      with ${tenants} select format('%s: %s', conrelid::regclass, pg_get_constraintdef(pg_constraint.oid))
        as found
      from pg_constraint join tenant on tenant.oid = confrelid
      where contype = 'f' and conrelid not in (select oid from tenant)`),
  ).toEqual([])
})

it('refers from tables of which every node has a copy to such tables only', async () => {
  const { rows } = await client.query<{ from: string; to: string }>(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`)
  expect(rows.filter(({ from }) => isCopied(from)).length).toBeGreaterThan(10)
  expect(rows.filter(({ from, to }) => isCopied(from) && !isCopied(to))).toEqual([])
})

it('empties no column by a foreign key that has the organization', async () => {
  expect(
    await list(`
      with ${tenants} select format('%s: %s', tenant.name, pg_get_constraintdef(pg_constraint.oid)) as found
      from tenant join pg_constraint on conrelid = tenant.oid and contype = 'f'
        join pg_attribute on attrelid = conrelid and attnum = any (conkey) and attname = 'org_id'
      where 'n' in (confdeltype, confupdtype) or 'd' in (confdeltype, confupdtype)`),
  ).toEqual([])
})

it('numbers rows of tenant tables by sequences, not by identity columns', async () => {
  expect(
    await list(`
      with ${tenants} select format('%s.%s', name, attname) as found
      from tenant join pg_attribute on attrelid = tenant.oid
      where attidentity <> '' and not attisdropped`),
  ).toEqual([])
})
