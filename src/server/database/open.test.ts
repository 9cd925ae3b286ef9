import type pg from 'pg'
import { expect, it } from 'vitest'
import { OperatorError } from '#server/platform/failure.ts'
import { emptyDatabase } from '#server/testing/own-database.ts'
import { urlOf } from '#server/testing/url-of.ts'
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
