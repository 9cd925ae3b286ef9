import { parentPort, workerData } from 'node:worker_threads'
import { createApp } from '../app.ts'
import type { LaneRequest, LaneSettings } from './lane.ts'

// Lanes of a replay: each a service that answers one request after the other under its own clock.
const { config, connection, count } = workerData as LaneSettings
const lanes = await Promise.all(
  Array.from({ length: count }, async () => {
    const clock = { now: 0 }
    const app = await createApp({
      config: { ...config, logLevel: 'silent' },
      database: { connection, direct: connection },
      clock: () => clock.now,
      webDir: null,
      background: false,
    })
    return { app, clock }
  }),
)

parentPort?.on('message', async ({ lane, at, isAsked, ...request }: LaneRequest) => {
  const { app, clock } = lanes[lane]!
  clock.now = at
  const { statusCode, body } = await app.server.inject(request)
  parentPort?.postMessage({
    lane,
    status: statusCode,
    body: statusCode < 300 && !isAsked ? '' : body,
  })
})
parentPort?.postMessage('ready')
