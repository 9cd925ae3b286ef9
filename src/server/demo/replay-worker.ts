import { parentPort, workerData } from 'node:worker_threads'
import { createApp } from '#server/app.ts'
import { Sandbox } from '#server/sandbox/sandbox.ts'
import type { ReplayRequest, ReplayWorkerSettings } from './replay-workers.ts'

// Services of a replay: each answers one request after the other under its own clock.
const { config, connection, count } = workerData as ReplayWorkerSettings
// Shared: starting a thread for each service would take as long as waiting for each other.
const sandbox = new Sandbox()
const lanes = await Promise.all(
  Array.from({ length: count }, async () => {
    const clock = { now: 0 }
    const app = await createApp({
      config: { ...config, logLevel: 'silent' },
      database: { connection, direct: connection },
      clock: () => clock.now,
      webDir: null,
      background: false,
      listens: true,
      sandbox,
    })
    return { app, clock }
  }),
)

async function answer({ lane, at, wantsBody, ...request }: ReplayRequest): Promise<void> {
  const { app, clock } = lanes[lane]!
  clock.now = at
  const { statusCode, body } = await app.server.inject(request)
  parentPort?.postMessage({
    lane,
    status: statusCode,
    body: statusCode < 300 && !wantsBody ? '' : body,
  })
}
parentPort?.on('message', (request: ReplayRequest) => void answer(request))
parentPort?.postMessage('ready')
