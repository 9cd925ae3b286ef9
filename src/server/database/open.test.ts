import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { OperatorError } from '#server/platform/failure.ts'
import { dropOnNodes, onDatabase } from '#server/testing/nodes.ts'
import { emptyDatabase, testServer } from '#server/testing/own-database.ts'
import { urlOf } from '#server/testing/commands.ts'
import { joinDatabase } from './open.ts'

/** Opens external databases for a command. @returns why that is refused; null where it is not */
async function refusalOf(database: pg.ClientConfig, direct = database): Promise<string | null> {
  const settings = {
    dataDir: '/nowhere',
    databaseUrl: urlOf(database),
    databaseDirectUrl: urlOf(direct),
  }
  const opening = joinDatabase(settings, { log: () => undefined, onEnd: () => undefined })
  const refused = await opening.then(
    () => null,
    (error: unknown) => error,
  )
  if (refused === null) return null
  expect(refused).toBeInstanceOf(OperatorError)
  return (refused as Error).message
}

it('opens no database beside another one that its direct URL leads to', async () => {
  const [one, other] = [await emptyDatabase(), await emptyDatabase()]
  expect(await refusalOf(one)).toBeNull()
  expect(await refusalOf(one, other)).toBe(
    'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: let both name the same one.',
  )
})

it.each(['LATIN1', 'SQL_ASCII'])('opens no database with the encoding %s', async (encoding) => {
  const server = testServer()
  const database = `test_${encoding.toLowerCase()}`
  onTestFinished(() => dropOnNodes(server, database))
  await onDatabase(server, [
    `create database ${database} template template0 encoding '${encoding}' locale 'C'`,
  ])
  expect(await refusalOf({ ...server, database })).toBe(
    `The database ${database} has the encoding ${encoding}, which cannot store all names: ` +
      'make one with the encoding UTF8.',
  )
})

it('says in a sentence which certificate of a URL cannot be read', async () => {
  const databaseUrl = 'postgres://localhost/cairn?sslmode=verify-full&sslrootcert=/absent.pem'
  const settings = { dataDir: '/nowhere', databaseUrl, databaseDirectUrl: null }
  const opening = joinDatabase(settings, { log: () => undefined, onEnd: () => undefined })
  await expect(opening).rejects.toThrow(OperatorError)
  await expect(opening).rejects.toThrow(/cannot be used: ENOENT.*'\/absent\.pem'/)
})
