import { expect, it } from 'vitest'
import { populatedDatabase, templateDatabase } from './global-database.ts'
import { connectTo } from './nodes.ts'
import { testServer } from './own-database.ts'

it.each([templateDatabase, populatedDatabase])(
  'lets nobody connect to %s, which could not be copied then',
  async (database) => {
    await expect(connectTo({ ...testServer(), database })).rejects.toThrow(
      `database "${database}" is not currently accepting connections`,
    )
  },
)
