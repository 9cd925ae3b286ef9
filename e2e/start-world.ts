import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administer } from './administer.ts'
import { startService } from './service.ts'

/** A service with one organization, and the key of its owner. */
export interface World {
  host: string
  org: string
  key: string
  dataDir: string
}

/** Starts a service with an organization. */
export async function startWorld(): Promise<{
  world: World
  /** Stops the service and removes its data. @throws if it has ended by itself */
  stop(): Promise<void>
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-e2e-'))
  // Notification targets are on this machine.
  const service = await startService(dataDir, { env: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  const key = await administer({ dataDir }, async (administration) => {
    await administration.addUser('robin')
    await administration.addOrganization('acme', 'robin')
    return administration.addKey('robin', 'journey')
  })
  return {
    world: { host: service.host, org: 'acme', key, dataDir },
    async stop() {
      const { exitCode, signalCode } = service.process
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
      await rm(`${dataDir}-names`, { recursive: true, force: true })
      const ended = exitCode ?? signalCode
      if (ended !== null)
        throw new Error(`The service ended by itself, ${ended}:\n${service.output()}`)
    },
  }
}
