import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from './app.ts'
import { joinDatabase } from './database/open.ts'
import { withDatabase } from './database/pool.ts'
import { withAdministration } from './database/system/administration.ts'
import { SecretCanary } from './database/system/secret-canary.ts'
import { addDemoOrganization } from './demo/load.ts'
import { welcome, welcomeToDemo } from './first-run.ts'
import { readConfig } from './platform/config.ts'
import { OperatorError } from './platform/failure.ts'
import { Secrets } from './platform/secrets.ts'
import { acceptKey } from './same-key.ts'
import { templateDatabase } from './testing/global-database.ts'
import { connectTo } from './testing/nodes.ts'
import { makeDatabase, testServer } from './testing/own-database.ts'

/** A migrated database of its own. */
async function migratedDatabase(): Promise<pg.ClientConfig> {
  const { connection, drop } = await makeDatabase(templateDatabase)
  onTestFinished(drop)
  return connection
}

it('makes one first run, however many processes start together', async () => {
  const connection = await migratedDatabase()
  const said: string[] = []
  await Promise.all(
    [1, 2, 3, 4].map(() =>
      withAdministration(connection, (administration) =>
        welcome(administration, { baseUrl: 'http://localhost', logFormat: 'text' }, (text) =>
          said.push(text),
        ),
      ),
    ),
  )
  expect(said).toEqual([expect.stringContaining('API key, shown only once:')])
  const client = await connectTo(connection)
  expect((await client.query('select description from api_key')).rows).toHaveLength(1)
  await client.end()
})

it('keeps links and keys out of a log that other systems collect', async () => {
  const connection = await migratedDatabase()
  const said: string[] = []
  const config = { baseUrl: 'http://localhost', logFormat: 'json' } as const
  const say = (text: string) => said.push(text)
  await withAdministration(connection, async (administration) => {
    await welcome(administration, config, say)
    await welcomeToDemo(administration, config, await addDemoOrganization(administration), say)
  })
  expect(said).toEqual([
    'First run: made the organization my-company and its administrator admin. ' +
      'A link to sign in: cairn user link admin',
    expect.stringMatching(/^A link to the demo organization \S+: cairn user link \S+$/),
  ])
  const client = await connectTo(connection)
  expect((await client.query('select id from api_key')).rows).toEqual([])
  expect((await client.query('select hash from sign_in_token')).rows).toEqual([])
  await client.end()
})

it('prints one link to sign in where a demo follows, which works', async () => {
  const connection = await migratedDatabase()
  const said: string[] = []
  const config = { baseUrl: 'http://localhost', logFormat: 'text' } as const
  const say = (text: string) => said.push(text)
  await withAdministration(connection, async (administration) => {
    await welcome(administration, config, say, { hasDemo: true })
    await welcomeToDemo(administration, config, await addDemoOrganization(administration), say)
  })
  expect(said.join('').match(/sign-in\?token=/g)).toHaveLength(1)
  expect(said[0]).toContain('API key, shown only once:')
  const client = await connectTo(connection)
  const { rows } = await client.query('select used_at from sign_in_token where used_at is null')
  expect(rows).toHaveLength(1)
  await client.end()
})

describe('the key that encrypts secrets', () => {
  const start = async (connection: pg.ClientConfig, secret: string) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cairn-test-app-'))
    const app = await createApp({
      config: readConfig({ CAIRN_DATA_DIR: dataDir, CAIRN_SECRET: secret, LOG_LEVEL: 'silent' }),
      database: { connection, direct: connection },
      webDir: null,
      background: false,
    })
    await app.close()
  }
  const [key, otherKey] = ['a'.repeat(32), 'b'.repeat(32)]

  it('is that of the first process: one with another key does not start', async () => {
    const connection = await migratedDatabase()
    await start(connection, key)
    await start(connection, key)
    const refused = await start(connection, otherKey).catch((error: Error) => error)
    expect(refused).toBeInstanceOf(OperatorError)
    expect(String(refused)).toContain('stored under another key: set CAIRN_SECRET')

    await withDatabase(connection, (database) =>
      acceptKey(new SecretCanary(database), new Secrets(otherKey)),
    )
    await start(connection, otherKey)
    await expect(start(connection, key)).rejects.toThrow('another key')
  })

  it('is recognized by the secrets of a database that is older than its canary', async () => {
    const connection = await migratedDatabase()
    const client = await connectTo(connection)
    const sealed = new Secrets(key).encrypt('{}', 'notification_target o t')
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'notification_target' and is_nullable = 'NO' and column_default is null`,
    )
    const values = rows.map(({ name }) => ({ address: sealed, org_id: 'o', id: 't' })[name] ?? '0')
    await client.query(
      `insert into notification_target (${rows.map(({ name }) => name).join()})
       values (${values.map((_, index) => `$${index + 1}`).join()})`,
      values,
    )
    await client.end()
    await expect(start(connection, otherKey)).rejects.toThrow('another key')
    await start(connection, key)
  })
})

it.each([
  ['postgres://127.0.0.1:1/x', 'PostgreSQL at 127.0.0.1:1 cannot be reached: connect ECONNREFUSED'],
  ['postgres://db.invalid/x', 'PostgreSQL at db.invalid:5432 cannot be reached: getaddrinfo'],
  [
    `postgres:///none?host=${testServer().host}&user=nobody`,
    'cannot be reached: role "nobody" does not exist.',
  ],
])('says in a sentence that %s cannot be reached', async (databaseUrl, sentence) => {
  const settings = { dataDir: '/nowhere', databaseUrl, databaseDirectUrl: null }
  const options = { log: () => undefined, onEnd: () => undefined }
  const refused = await joinDatabase(settings, options).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect(String(refused)).toContain(sentence)
})
