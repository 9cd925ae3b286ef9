import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installReporterCli } from './reporter-cli.ts'
import { cairn, startService } from './service.ts'

/** Starts one service for all browser tests, with an organization and a reporter. */
export default async function setup(): Promise<() => Promise<void>> {
  installReporterCli()
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-e2e-'))
  // Notification targets are on this machine.
  const service = await startService(dataDir, { env: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  cairn(dataDir, 'user', 'add', 'robin')
  cairn(dataDir, 'org', 'add', 'acme', '--owner', 'robin')
  const key = cairn(dataDir, 'key', 'add', 'robin')
  process.env.E2E_WORLD = JSON.stringify({ host: service.host, org: 'acme', key, dataDir })
  return async () => {
    const { exitCode, signalCode } = service.process
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
    await rm(`${dataDir}-names`, { recursive: true, force: true })
    const ended = exitCode ?? signalCode
    if (ended !== null)
      throw new Error(`The service ended by itself, ${ended}:\n${service.output()}`)
  }
}
