import { expect, it, onTestFinished } from 'vitest'
import { createApp } from './app.ts'
import { withDatabase } from './database/pool.ts'
import { columnName, encryptedColumns, EncryptedTexts } from './database/system/encrypted-texts.ts'
import { SecretCanary } from './database/system/secret-canary.ts'
import { readConfig } from './platform/config.ts'
import { Secrets } from './platform/secrets.ts'
import { rotateSecret } from './rotate-secret.ts'
import { idTokenOf, refreshTokenOf } from './session/open-session.ts'
import { startTestApp } from './testing/app.ts'
import { environmentReporter } from './testing/environments.ts'

const [former, present] = ['f'.repeat(32), 'p'.repeat(32)]

async function startService() {
  const app = await startTestApp({ environment: { CAIRN_SECRET: former } })
  onTestFinished(() => app.close())
  const { connection } = app
  return {
    ...app,
    /** The secret that the service signs with, asked of a process with these variables. */
    async signing(environment: Record<string, string>, number: number) {
      const config = readConfig({
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        CAIRN_DATA_DIR: app.dataDir,
        ...environment,
      })
      const database = { connection, direct: connection }
      const other = await createApp({ config, database, webDir: null, background: false })
      const answer = await other.server.inject({
        url: `/api/v2/organizations/acme/environments_notifications/${number}/secret`,
        headers: { authorization: `Bearer ${app.keys.admin}` },
      })
      await other.close()
      return answer.json().secret as string
    },
    rotate: (secrets: Secrets) =>
      withDatabase(connection, (database) =>
        database
          .transaction()
          .execute((tx) => rotateSecret(new EncryptedTexts(tx), new SecretCanary(tx), secrets)),
      ),
  }
}

it('stores everything under the present secret, and the former one opens nothing any more', async () => {
  const { call, query, rotate, signing } = await startService()
  const draft = {
    name: 'hook',
    triggers: ['ON_NON_COMPLIANT_ENV'],
    environments: ['prod'],
    targets: [{ type: 'WEBHOOK', webhook: 'https://hooks.example.com/a' }],
  }
  await environmentReporter({ call }).environment('prod')
  const made = await call('POST', '/cairn/acme/notifications', { json: draft })
  expect(made.status).toBe(201)
  const { number } = made.body
  const path = `/organizations/acme/environments_notifications/${number}/secret`
  const { secret: signed } = (await call('POST', `${path}/rotate`, { key: 'admin' })).body
  const encrypting = new Secrets(former)
  await query(
    `insert into session (hash, id, user_id, created_at, last_seen_at, expires_at, id_token, refresh_token)
     select 'h', 's', id, 0, 0, 1, $1, $2 from user_account where name = 'admin'`,
    [encrypting.encrypt('id', idTokenOf('s')), encrypting.encrypt('refresh', refreshTokenOf('s'))],
  )

  const both = { CAIRN_SECRET: present, CAIRN_SECRET_PREVIOUS: former }
  expect(await signing(both, number)).toBe(signed)
  await expect(signing({ CAIRN_SECRET: present }, number)).rejects.toThrow('CAIRN_SECRET_PREVIOUS')
  // One of each: an address, the secret that signs, the one before it, and two tokens.
  const once = { rotated: encryptedColumns.length, lost: 0 }
  expect(await rotate(new Secrets(present, former))).toEqual(once)
  expect(await signing({ CAIRN_SECRET: present }, number)).toBe(signed)
  await expect(signing({ CAIRN_SECRET: former }, number)).rejects.toThrow('another key')
  const [session] = await query<{ id_token: Buffer; refresh_token: Buffer }>(
    "select id_token, refresh_token from session where id = 's'",
  )
  const alone = new Secrets(present)
  expect(alone.decrypt(session!.id_token, idTokenOf('s'))).toBe('id')
  expect(alone.decrypt(session!.refresh_token, refreshTokenOf('s'))).toBe('refresh')
  expect(await rotate(alone), 'again').toEqual(once)
})

it('leaves what neither secret opens, and changes nothing of a database with a third one', async () => {
  const { query, rotate } = await startService()
  await query(
    `insert into session (hash, id, user_id, created_at, last_seen_at, expires_at, id_token)
     select 'h', 's', id, 0, 0, 1, 'of another' from user_account where name = 'admin'`,
  )
  const stored = () => query('select sealed, id_token from secret_canary, session')
  const before = await stored()
  await expect(rotate(new Secrets(present, 'x'.repeat(32)))).rejects.toThrow('another key')
  expect(await stored()).toEqual(before)
  expect(await rotate(new Secrets(present, former))).toEqual({ rotated: 0, lost: 1 })
})

it('knows every column that holds what is encrypted', async () => {
  const { query } = await startService()
  const columns = await query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where data_type = 'bytea' and table_schema = 'public'`,
  )
  const hashes = /\.(hash|prev_hash|request_hash|sha256)$/
  const others = columns.map(({ name }) => name).filter((name) => !hashes.test(name))
  expect(others.sort()).toEqual(
    [...encryptedColumns.map(columnName), 'secret_canary.sealed'].sort(),
  )
})
