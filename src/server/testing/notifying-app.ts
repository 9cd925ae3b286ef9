import type { Resolve } from '#server/egress/http-client.ts'
import { startTestApp, type TestApp } from './app.ts'
import { environmentReporter } from './environments.ts'
import { policyClient } from './policies.ts'
import { startReceiver } from './receiver.ts'

/** Polling options for messages. */
export const notificationDraft = { interval: 25 }

/** A service under test that may send to a receiver on loopback, with an adjustable clock. */
export async function startNotifyingApp(
  options: { resolve?: Resolve; environment?: Record<string, string> } = {},
) {
  let ahead = 0
  const peer = await startReceiver()
  const app: TestApp = await startTestApp({
    clock: () => Date.now() / 1000 + ahead,
    ...options,
    environment: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8', ...options.environment },
  })
  return {
    app,
    peer,
    report: environmentReporter(app),
    keep: policyClient(app),
    /** A webhook at a path of the receiver. */
    hook: (at: string) => ({ type: 'WEBHOOK', webhook: peer.url(at) }),
    /** The service's clock, in Unix seconds. */
    now: () => Date.now() / 1000 + ahead,
    pass: (seconds: number) => {
      ahead += seconds
    },
    async close() {
      peer.close()
      await app.close()
    },
  }
}
