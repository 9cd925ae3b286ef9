import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isPseudonym } from '#domain/audit-log/personal-texts.ts'
import { entryHash } from '#server/audit-log/queries.ts'
import { firstPreviousHash, sealHash } from '#server/audit-log/seal.ts'
import { withDatabase } from '#server/database/pool.ts'
import { withAdministration } from '#server/database/system/administration.ts'
import { eraseUser } from '#server/database/system/erase-user.ts'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { targetEraser } from '#server/erase-targets.ts'
import { readConfig } from '#server/platform/config.ts'
import { createIdGenerator } from '#server/platform/ids.ts'
import { Secrets } from '#server/platform/secrets.ts'
import { startTestApp, type TestRequest } from '#server/testing/app.ts'
import { readAfter, rowsOf } from '#server/testing/own-database.ts'
import { pullRequest } from '#server/testing/evidence-payloads.ts'
import { buildExampleWorld } from '#server/testing/example-world.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { scimClient, scimToken } from '#server/testing/scim.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'
import { verifyRows } from '#server/verification/verify-rows.ts'
import { verifySeals } from '#server/verification/verify-seals.ts'

const name = 'wanda.kern'
const email = 'Wanda.Kern@acme.example'
const former = 'wanda.berg@acme.example'
const address = '203.0.113.7'
const secret = 's'.repeat(32)

/** A service with an admin of `acme` who is to be erased. */
async function startService() {
  const environment = { CAIRN_SCIM_TOKEN: scimToken, CAIRN_SECRET: secret }
  const app = await startTestApp({ environment })
  const { connection, keys } = app
  const key = await withAdministration(connection, async (it) => {
    await it.addUser(name, former)
    await it.addUser(name, email)
    await it.addMember('acme', name, 'admin')
    return it.addKey(name, `laptop of ${name}`)
  })
  const call = (method: string, path: string, request: TestRequest = {}) =>
    app.call(method, path, { key, remoteAddress: address, ...request })
  const secrets = await Secrets.open(app.dataDir, readConfig({ CAIRN_SECRET: secret }))
  const read = <T>(work: Parameters<typeof withConsistentRead<T>>[1]) =>
    withConsistentRead(connection, work)
  return {
    ...app,
    key,
    call,
    read,
    /** The same service, in which every caller is that admin. */
    asWanda: { ...app, call, keys: Object.fromEntries(Object.keys(keys).map((one) => [one, key])) },
    async erase(reason?: string) {
      await waitUntilSealed(app)
      const at = Date.now() / 1000
      const times = { at, newId: createIdGenerator(() => at) }
      const options = { ...times, eraseTargets: targetEraser(secrets), ...(reason && { reason }) }
      return withDatabase(connection, (database) => eraseUser(database, name, options))
    },
    async faults() {
      await waitUntilSealed(app)
      return [...(await read(verifySeals)).faults, ...(await read(verifyRows)).faults]
    },
    /** Columns of any type that have a text in them, as `table.column`. */
    async whereIs(text: string) {
      const columns = await app.query<{ table: string; name: string }>(`
        select table_name as table, column_name as name from information_schema.columns
        where table_schema = 'public'`)
      const found: string[] = []
      for (const { table, name: column } of columns) {
        const [row] = await app.query(
          `select from "${table}" where strpos(lower("${column}"::text), lower($1)) > 0 limit 1`,
          [text],
        )
        if (row) found.push(`${table}.${column}`)
      }
      return found
    },
  }
}

type Service = Awaited<ReturnType<typeof startService>>

/** One of its own, for a test. */
async function ownService() {
  const service = await startService()
  onTestFinished(() => service.close())
  return service
}

/** Lets the admin do, and others say of them, whatever leaves a name or an address behind. */
async function leaveTraces({ asWanda, call, keys }: Service) {
  Object.assign(keys, asWanda.keys)
  const world = await buildExampleWorld(asWanda)
  const send = async (path: string, request: TestRequest, status = 201) => {
    const answer = await call('POST', path, request)
    expect([path, answer.status, answer.text]).toEqual([path, status, expect.any(String)])
  }
  const { artifact, generic } = overrideClient(asWanda)
  const author = `Wanda Kern <${email}>`
  const git_commit_info = {
    sha1: 'a'.repeat(40),
    message: 'm',
    author,
    branch: 'main',
    timestamp: 1,
  }
  const built = { fingerprint: 'b'.repeat(64), trail_name: 'build-4711', git_commit_info }
  expect((await artifact('payments', built)).status).toBe(201)
  const asked = { attestation_name: 'a', user_data: { asked: email } }
  expect((await generic('payments', 'build-4711', asked)).status).toBe(201)
  const pull = { ...pullRequest, author: name, approvers: [{ username: name }, 'mei'] }
  await send('/attestations/acme/payments/trail/build-4711/pull_request', {
    form: dataForm({ attestation_name: 'pr', pull_requests: [pull], git_provider: 'github' }),
  })
  const headers = { 'idempotency-key': 'one' }
  const control = { identifier: 'RCTL-2', name: 'C', owner: name, description: `Ask ${email}` }
  await send('/controls/acme', { headers, json: control })
  await send('/cairn/session', { key: null, json: { api_key: keys['admin'] } })
  const view = { name: 'Mine', page: 'attestations', search: `reported_by=${name}`, scope: 'team' }
  await send('/cairn/acme/views', { json: view })
  const targets = [[email, 'team@acme.example'], [email]].map((one) => ({
    ...{ type: 'EMAIL', email: one },
  }))
  const mail = { name: 'Mail', environments: ['production'], triggers: ['ON_NON_COMPLIANT_ENV'] }
  await send('/cairn/acme/notifications', { json: { ...mail, targets } })
  await send(`/cairn/globex/members`, { json: { name, role: 'reader' } }, 403)
  return world
}

it('leaves neither name nor address of a person anywhere, and a log that is verified', async () => {
  const service = await ownService()
  const { whereIs, erase, faults, query, asWanda } = service
  const admin = service.keys.admin!
  await leaveTraces(service)
  const places = await whereIs(name)
  expect(places).toEqual(
    expect.arrayContaining([
      ...['record.actor', 'record.body', 'record.subject', 'record_seal.object', 'control.owner'],
      ...['attestation.reported_by', 'attestation.payload', 'saved_view.search'],
      ...['snapshot.cause', 'service_account.created_by', 'organization.name'],
    ]),
  )
  expect(await whereIs(email)).toEqual(
    expect.arrayContaining(['user_account.email', 'artifact.git_commit_info', 'record.body']),
  )
  expect(await whereIs(former)).toEqual(['record.body'])
  expect(await whereIs(address)).toContain('record.address')

  const { pseudonym, entries, rows, ambiguous } = await erase(`asked by ${email}`)
  expect([isPseudonym(pseudonym), ambiguous]).toEqual([true, []])
  expect(entries).toBeGreaterThan(30)
  expect(rows).toBeGreaterThan(30)
  expect(await whereIs(name)).toEqual([])
  for (const text of [email, former, 'Wanda', address]) expect(await whereIs(text)).toEqual([])
  expect(await faults()).toEqual([])

  const told = await query(
    "select actor, body::json as body from record where org_id = 'instance' and kind = 'user_erased'",
  )
  expect(told).toEqual([
    { actor: '(operator)', body: { entries, name: pseudonym, reason: `asked by ${pseudonym}` } },
  ])
  const ask = async (path: string) => (await asWanda.call('GET', path, { key: admin })).body
  const log = await ask(`/cairn/acme/audit-log?actor=${encodeURIComponent(pseudonym)}`)
  expect(log.entries[0]).toMatchObject({ actor: pseudonym, address: null, key_label: null })
  expect(await ask('/cairn/acme/members')).not.toContainEqual(expect.objectContaining({ name }))
})

it('takes a person off messages, and lets nobody in by what they had', async () => {
  const service = await ownService()
  const { call, asWanda, erase, query } = service
  const admin = service.keys['admin']!
  await leaveTraces(service)
  const session = await call('POST', '/cairn/session', {
    key: null,
    json: { api_key: service.key },
  })
  const cookie = String(session.headers['set-cookie']).split(';')[0] ?? ''
  // A message to them alone waits, and counts as given up.
  await query(`insert into delivery (org_id, id, message_id, kind, target_id, notification_id, number,
      state, attempt_count, created_at, next_at)
    select org_id, id, id, 'again', id, notification_id, 1, 'waiting', 1, 1, 1e10
    from notification_target`)
  const { pseudonym } = await erase()
  const ways = [{}, { key: null, headers: { cookie } }]
  for (const way of ways) expect((await call('GET', '/flows/acme', way)).status).toBe(401)
  const ask = async (path: string) => (await asWanda.call('GET', path, { key: admin })).body
  const { data } = await ask('/cairn/acme/notifications')
  const told = JSON.stringify(data.find((one: { name: string }) => one.name === 'Mail'))
  expect(told).toContain('team@acme.example')
  expect(told).not.toContain(email)
  const disabled = await query('select from notification_target where disabled_at is not null')
  expect(disabled).toHaveLength(1)
  const given = await query(`select failed, target.disabled_at is not null as is_disabled
    from delivery_day join notification_target target on target.id = target_id where failed > 0`)
  expect(given).toEqual([{ failed: 1, is_disabled: true }])

  const scim = scimClient(asWanda)
  const again = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: email }
  const { status, body } = await scim('POST', '/Users', { ...again, externalId: '00u1' })
  expect([status, body.active]).toEqual([201, true])
  const users = await query('select name, disabled_at is null as is_open from user_account')
  expect(users).toContainEqual({ name, is_open: true })
  expect(users).toContainEqual({ name: pseudonym, is_open: false })
  const log = await ask(`/cairn/acme/audit-log?actor=${name}`)
  expect(log.entries).toEqual([])
})

it('refuses the last admin of an organization, and who is erased or unknown', async () => {
  const service = await ownService()
  const { erase, query, call } = service
  await query(`delete from membership using user_account, organization
    where user_id = user_account.id and user_account.name = 'admin'
      and org_id = organization.id and organization.name = 'acme'`)
  await expect(erase()).rejects.toThrow(
    "'wanda.kern' is the last admin of 'acme': make somebody else admin first",
  )
  expect((await call('GET', '/flows/acme')).status).toBe(200)
  await query("update membership set role = 'admin' where role <> 'admin'")
  await erase()
  await expect(erase()).rejects.toThrow("There is no user named 'wanda.kern'")
})

it('leaves the name in an organization whose service account has it, too', async () => {
  const service = await ownService()
  const { erase, whereIs, call, faults, query } = service
  const json = { name: 'wanda', privilege: 'reader' }
  expect((await call('POST', '/service-accounts/acme', { json })).status).toBe(201)
  await query("update service_account set name = $1 where name = 'wanda'", [name])
  expect((await erase()).ambiguous).toEqual(['acme'])
  expect(await whereIs(name)).toContain('service_account.name')
  expect(await whereIs(email)).toEqual([])
  expect(await faults()).toEqual([])
})

describe('a log in which somebody was erased', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
    await service.call('PUT', '/flows/acme', { json: { name: 'f', visibility: 'private' } })
    await service.erase()
    expect(await service.faults()).toEqual([])
  })
  afterAll(() => service.close())

  it.each([
    [
      'shows somebody as erased who is not',
      `actor = 'Erased user 00000000', address = null,
    key_label = null, personal = '{"/author":{"hash":"00"}}'`,
      /is not what was hashed/,
    ],
    [
      'calls somebody else erased',
      "actor = 'admin'",
      /shows something in place of what was erased/,
    ],
    ['moves an entry to another', `actor = 'Erased user 00000000'`, /of whom 0 were erased/],
    ['gives back an address', `address = '192.0.2.1'`, /shows something in place/],
  ])('is not verified where a row %s', async (_what, change, fault) => {
    const statement = `update record set ${change}
      where kind = 'member_removed' or kind = 'flow_created'`
    const { faults } = await readAfter(service.connection, statement, verifySeals)
    expect(faults.map((it) => it.fault)).toContainEqual(expect.stringMatching(fault))
  })
})

it('closes whole entries of before, whose hashes cover names', async () => {
  const service = await ownService()
  const { erase, connection, faults, call, query } = service
  await withAdministration(connection, (it) => it.addMember('globex', name, 'member'))
  await waitUntilSealed(service)
  const [row] = await query<Parameters<typeof entryHash>[0]>(
    `select id, recorded_at, actor, key_id, kind, subject::text as subject, body, address, result,
       key_label, request_id, before, null as personal
     from record where org_id = (select id from organization where name = 'globex')`,
  )
  const hash = entryHash(row!)
  const seal = sealHash(firstPreviousHash, hash)
  const bytes = (value: Buffer) => `decode('${value.toString('hex')}', 'hex')`
  await rowsOf(
    connection,
    `update record set hash = ${bytes(hash)}, personal = null where id = '${row!.id}';
     update record_seal set hash = ${bytes(seal)} where record_id = '${row!.id}'`,
  )
  expect(await faults()).toEqual([])
  expect((await call('GET', '/flows/globex')).status).toBe(200)
  await erase()
  expect(await faults()).toEqual([])
  const closed = { '': { hash: hash.toString('hex') } }
  const [after] = await query('select personal::json as personal from record where id = $1', [
    row!.id,
  ])
  expect(after).toEqual({ personal: closed })
})
