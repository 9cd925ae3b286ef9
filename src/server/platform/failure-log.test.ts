import { expect, it, onTestFinished, vi } from 'vitest'
import { CallCounts } from '#server/database/system/call-counts.ts'
import { SystemDatabase } from '#server/database/system/system-database.ts'
import { startTestApp } from '#server/testing/app.ts'

it('logs the end of an outage in a process that only answers calls', async () => {
  const app = await startTestApp({
    environment: { CAIRN_ROLE: 'web', DATABASE_URL: 'postgres://named/elsewhere' },
  })
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await app.close()
  })
  const lines: unknown[] = []
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(app.server.log, level).mockImplementation((_fields, message) => lines.push(message))
  const ping = vi.spyOn(SystemDatabase.prototype, 'ping')
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  ping.mockRejectedValueOnce(refused)
  vi.spyOn(CallCounts.prototype, 'save').mockRejectedValueOnce(refused)
  await expect.poll(() => lines).toHaveLength(2)
  expect(lines).toEqual(['the database is not available', 'the database is available again'])
  expect(ping).toHaveBeenCalledTimes(2)
})
