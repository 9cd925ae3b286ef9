import { expect, it } from 'vitest'
import { OperatorError } from '#server/platform/failure.ts'
import { emptyDatabase, rowsOf } from '#server/testing/own-database.ts'
import { distributeAt } from './distribute.ts'

it('says what a database without Citus lacks, and leaves it as it is', async () => {
  const connection = await emptyDatabase()
  await expect(distributeAt(connection)).rejects.toThrow(
    new OperatorError(
      'This database has no extension citus: load it on all nodes with shared_preload_libraries, and run ' +
        'CREATE EXTENSION citus as a superuser.',
    ),
  )
  expect(await rowsOf(connection, `select from pg_class where relname = 'flow'`)).toEqual([])
})
