import type { Role } from '#contract/common/endpoint.ts'
import { type Administration, withAdministration } from '#server/database/system/administration.ts'
import { connectionOf } from './database.ts'
import type { World } from './start-world.ts'

/**
 * Administers a running service from this process. Commands do the same, but each takes half a
 * second of the processor to start.
 */
export async function administer<T>(
  { dataDir }: Pick<World, 'dataDir'>,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  return withAdministration(await connectionOf(dataDir), work)
}

/** Adds a user with a role in the organization. @returns a key of theirs */
export const addPerson = (
  world: Pick<World, 'dataDir' | 'org'>,
  name: string,
  role: Role,
): Promise<string> =>
  administer(world, async (administration) => {
    await administration.addUser(name)
    await administration.addMember(world.org, name, role)
    return administration.addKey(name, 'journey')
  })

/** Adds an organization beside that of the world, whose admin is the owner of that one by default. */
export const addOrganization = (
  world: Pick<World, 'dataDir'>,
  name: string,
  owner = 'robin',
): Promise<unknown> =>
  administer(world, (administration) => administration.addOrganization(name, owner))
