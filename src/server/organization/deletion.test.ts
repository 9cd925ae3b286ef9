import { expect, it, onTestFinished } from 'vitest'
import { withDatabase } from '#server/database/pool.ts'
import { withAdministration } from '#server/database/system/administration.ts'
import { deleteOrganization, cancelDeletion } from '#server/database/system/delete-organization.ts'
import { OperatorWrite } from '#server/database/system/operator.ts'
import { purgeOrganization } from '#server/database/system/purge-organization.ts'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { createIdGenerator } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildExampleWorld } from '#server/testing/example-world.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'
import { verifySeals } from '#server/verification/verify-seals.ts'

const day = 86_400

async function startService() {
  let now = 1_800_000_000
  const app = await startTestApp({ clock: () => now })
  onTestFinished(() => app.close())
  const newId = createIdGenerator(() => now)
  const write = <T>(work: (write: OperatorWrite) => Promise<T>) =>
    withDatabase(app.connection, (database) =>
      database.transaction().execute((tx) => work(new OperatorWrite(tx, now, newId))),
    )
  return {
    ...app,
    pass: (seconds: number) => (now += seconds),
    remove: (name: string, days: number | null = null) =>
      write((it) => deleteOrganization(it, name, days)),
    keep: (name: string) => write((it) => cancelDeletion(it, name)),
    purge: (id: string) =>
      withDatabase(app.connection, (database) =>
        purgeOrganization(database, id, { at: now, newId }),
      ),
    /** Tables that have rows of an organization. */
    async tablesWith(org: string) {
      const tables = await app.query<{ name: string }>(
        "select table_name as name from information_schema.columns where column_name = 'org_id'",
      )
      const found: string[] = []
      for (const { name } of tables) {
        const rows = await app.query(`select from ${name} where org_id = $1 limit 1`, [org])
        if (rows.length > 0) found.push(name)
      }
      return found
    },
    idOf: async (name: string) =>
      (await app.query<{ id: string }>('select id from organization where name = $1', [name]))[0]!
        .id,
  }
}

it('lets nobody in for its grace, whom it tells until when, and everybody once it is kept', async () => {
  const { call, remove, keep, pass, query } = await startService()
  const account = { name: 'ci', privilege: 'member' }
  await call('POST', '/service-accounts/acme', { key: 'admin', json: account })
  const path = '/service-accounts/acme/ci/api-keys'
  const { key: ofService } = (await call('POST', path, { key: 'admin', json: {} })).body
  const api_key = (await call('POST', '/cairn/session/api-keys', { json: {} })).body.key
  const { headers } = await call('POST', '/cairn/session', { key: null, json: { api_key } })
  const cookie = String(headers['set-cookie']).split(';')[0]
  const ways = [{ key: 'member' }, { key: ofService }, { key: null, headers: { cookie } }]
  const ask = async (way: object) => (await call('GET', '/flows/acme', way)).status

  expect(await remove('acme')).toBe(1_800_000_000 + 30 * day)
  for (const way of ways) expect(await ask(way)).toBe(403)
  expect((await call('GET', '/flows/acme')).body).toEqual({
    code: 'organization_deleted',
    message:
      "The organization 'acme' was deleted, and is purged at 2027-02-14T08:00:00.000Z: until then cairn org keep takes it back",
  })
  expect((await call('PUT', '/flows/acme', { json: { name: 'f' } })).status).toBe(403)
  const { body: session } = await call('GET', '/cairn/session')
  expect(session.organizations.map(({ name }: { name: string }) => name)).toEqual(['member'])
  expect((await call('GET', '/flows/acme', { key: 'outsider' })).body.code).toBe('no_access')
  expect((await call('GET', '/flows/globex', { key: 'outsider' })).status).toBe(200)

  pass(day)
  expect(await remove('acme'), 'again').toBe(1_800_000_000 + 30 * day)
  expect(await remove('acme', 2)).toBe(1_800_000_000 + 3 * day)
  expect(await keep('acme')).toBe(true)
  expect(await keep('acme')).toBe(false)
  for (const way of ways) expect(await ask(way)).toBe(200)
  await waitUntilSealed({ query })
  const { body: log } = await call('GET', '/cairn/acme/audit-log', { key: 'admin' })
  expect(log.entries.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
    ...['organization_kept', 'organization_deleted', 'organization_deleted'],
  ])
})

it('purges all rows of it once its grace has ended, and nothing of others', async () => {
  const { call, remove, pass, query, tablesWith, idOf, connection, ...app } = await startService()
  await buildExampleWorld({ ...app, call, query, connection } as TestApp)
  await call('PUT', '/flows/globex', { key: 'outsider', json: { name: 'theirs' } })
  const id = await idOf('acme')
  const before = await tablesWith(id)
  expect(before.length).toBeGreaterThan(35)
  const others = await query("select id from organization where name <> 'acme' order by id")
  await remove('acme', 7)
  pass(7 * day - 1)
  expect(await tablesWith(id)).toEqual(expect.arrayContaining(['record', 'attestation', 'flow']))
  pass(3601)
  await expect.poll(() => query('select from organization where id = $1', [id])).toEqual([])
  expect(await tablesWith(id)).toEqual([])
  expect((await call('GET', '/flows/acme')).body.code).toBe('no_access')
  expect((await call('GET', '/flows/globex/theirs', { key: 'outsider' })).status).toBe(200)
  expect(await query('select id from organization order by id')).toEqual(others)
  await waitUntilSealed({ query })
  const log = await query<{ kind: string; actor: string }>(
    "select kind, actor from record_seal where org_id = 'instance' order by seq",
  )
  expect(log).toEqual([
    { kind: 'organization_deleted', actor: '(operator)' },
    { kind: 'organization_purged', actor: '(Cairn)' },
  ])
  expect((await withConsistentRead(connection, verifySeals)).faults).toEqual([])
})

it('does nothing for it by itself meanwhile', async () => {
  const { remove, keep, pass, query, ...app } = await startService()
  await buildExampleWorld({ ...app, query } as TestApp)
  const allowances = () => query<{ standing: string }>('select standing from allowed_artifact')
  await query('update allowed_artifact set expires_at = $1', [1_800_000_000 + day])
  await remove('acme')
  pass(2 * day)
  // Rounds of the background begin each second.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(await allowances()).toEqual([{ standing: 'stands' }])
  await keep('acme')
  pass(1)
  await expect.poll(allowances).not.toEqual([{ standing: 'stands' }])
})

it('keeps the log append-only but for the purge of a deleted organization', async () => {
  const { call, remove, purge, query, idOf, tablesWith } = await startService()
  await call('PUT', '/flows/acme', { json: { name: 'f' } })
  await waitUntilSealed({ query })
  const id = await idOf('acme')
  await query("select set_config('cairn.purge', $1, false)", [id])
  await expect(query('delete from record')).rejects.toThrow('append-only')
  expect(await purge(id), 'not deleted').toBe(0)
  await remove('acme')
  expect(await purge(id), 'not yet').toBe(0)
  await query("select set_config('cairn.purge', $1, false)", [await idOf('globex')])
  await expect(query('delete from record_seal')).rejects.toThrow('append-only')
  expect(await tablesWith(id)).toContain('record_seal')
})

it('refuses what is no shared organization, and changes of a deleted one', async () => {
  const { remove, keep, connection } = await startService()
  await expect(remove('nobody')).rejects.toThrow("There is no organization named 'nobody'")
  await expect(remove('(instance)')).rejects.toThrow('There is no organization')
  await expect(remove('member')).rejects.toThrow("'member' is the personal organization of a user")
  await expect(keep('nobody')).rejects.toThrow("There is no organization named 'nobody'")
  await remove('acme', 0)
  await expect(keep('acme')).rejects.toThrow("'acme' is being purged")
  await remove('globex', 1)
  const message = "'globex' was deleted: cairn org keep globex takes it back"
  await expect(
    withAdministration(connection, (it) => it.addOrganization('globex', 'outsider')),
  ).rejects.toThrow(message)
  await expect(
    withAdministration(connection, (it) => it.addMember('globex', 'member', 'admin')),
  ).rejects.toThrow(message)
})

it('is done by an admin who repeats its name, until the operator takes it back', async () => {
  const { call, keep, query } = await startService()
  const ask = (key: string, organization: string, org = 'acme') =>
    call('POST', `/cairn/${org}/delete`, { key, json: { organization } })
  const account = { name: 'ci', privilege: 'admin' }
  await call('POST', '/service-accounts/acme', { key: 'admin', json: account })
  const made = await call('POST', '/service-accounts/acme/ci/api-keys', { key: 'admin', json: {} })
  const wrong = await ask('admin', 'acmé')
  expect([wrong.status, wrong.body.errors]).toEqual([
    400,
    { organization: "Input should be 'acme' [input: acmé]" },
  ])
  for (const [key, org, code] of [
    ['member', 'acme', 'role_too_low'],
    ['outsider', 'acme', 'no_access'],
    ['member', 'member', 'shared_only'],
    [made.body.key, 'acme', 'person_only'],
  ] as const) {
    const { status, body } = await ask(key, org, org)
    expect([org, status, body.code]).toEqual([org, 403, code])
  }
  expect((await call('GET', '/flows/acme')).status).toBe(200)

  const purge_at = 1_800_000_000 + 30 * day
  const deleted = await ask('admin', 'acme')
  expect([deleted.status, deleted.body]).toEqual([200, { purge_at }])
  expect((await ask('admin', 'acme')).body.code).toBe('organization_deleted')
  expect((await call('GET', '/flows/globex', { key: 'outsider' })).status).toBe(200)
  const entries = await query(`
    select organization.name as log, actor, body::json as body from record
    join organization on organization.id = org_id where record.kind = 'organization_deleted'
    order by 1`)
  expect(entries).toEqual([
    { log: '(instance)', actor: 'admin', body: { organization: 'acme', purge_at } },
    { log: 'acme', actor: 'admin', body: { purge_at } },
  ])
  expect(await keep('acme')).toBe(true)
  expect((await call('GET', '/flows/acme')).status).toBe(200)
})
