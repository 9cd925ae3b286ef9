import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/** Waits until every audit entry is sealed. */
export const waitUntilSealed = (app: Pick<TestApp, 'query'>) =>
  vi.waitFor(
    async () => {
      const waiting = await app.query('select 1 from record_pending')
      if (waiting.length > 0) throw new Error(`${waiting.length} records are not sealed`)
    },
    { interval: 20, timeout: 60_000 },
  )
