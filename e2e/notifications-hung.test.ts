import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureNotificationDelay } from './bench/notification-delay.ts'
import { type Service, startService } from './service.ts'

let dataDir: string
let service: Service

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-hung-'))
  service = await startService(dataDir, { env: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' } })
})

afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('tells the others in time when one of twenty targets hangs', async () => {
  const { targets, messages, calm, hung } = await measureNotificationDelay(service)
  console.log(
    `${messages} messages to ${targets - 1} targets: p99 ${calm.p99} ms; while another one hangs: median ${hung.median} ms, p99 ${hung.p99} ms`,
  )
  // Where much else runs everything is late; what counts is that the one that hangs adds nothing.
  expect(hung.p99).toBeLessThan(Math.max(2000, 3 * calm.p99))
})
