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
  const { targets, messages, median, p99 } = await measureNotificationDelay(service)
  console.log(
    `One of ${targets} targets hangs: ${messages} messages to the others, median ${median} ms, p99 ${p99} ms`,
  )
  expect(p99).toBeLessThan(2000)
})
