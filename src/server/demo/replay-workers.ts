import type { Worker } from 'node:worker_threads'
import type { Config } from '#server/platform/config.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Step } from './step.ts'
import { startWorker } from '#server/platform/start-worker.ts'

/** A request to a service, and the instant of that service's clock, in Unix seconds. */
interface Call {
  at: number
  method: 'GET' | Step['method']
  url: string
  headers: Record<string, string>
  payload?: string
  /** Whether the answer's body is returned, whatever the status. */
  wantsBody?: boolean
}

/** A service that a story is replayed into: takes one call at a time. */
export interface ReplayWorker {
  /**
   * @returns the status, and the body of a refusal or if requested
   * @throws when the service fails
   */
  send(call: Call): Promise<Answer>
}

/** Settings of the services of one thread. */
export interface ReplayWorkerSettings {
  config: Config
  connection: OpenDatabase['direct']
  count: number
}

interface Answer {
  status: number
  body: string
}
export type ReplayRequest = Call & { lane: number }
type LaneAnswer = Answer & { lane: number }

/** Starts services in a thread of their own: a replay is bound by the speed of one thread. */
export async function startReplayWorkers(
  settings: ReplayWorkerSettings,
): Promise<{ lanes: ReplayWorker[]; close(): Promise<void> }> {
  const source = new URL('./replay-worker.ts', import.meta.url)
  const worker = startWorker('demo-lanes', source, { workerData: settings })
  await firstMessage(worker)
  const waiting = new Map<number, (answer: Promise<Answer>) => void>()
  const fail = (error: Error) => {
    for (const finish of waiting.values()) finish(Promise.reject(error))
  }
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`A thread of the demo ended with code ${code}`)))
  worker.on('message', ({ lane, ...answer }: LaneAnswer) => {
    waiting.get(lane)?.(Promise.resolve(answer))
    waiting.delete(lane)
  })
  const lanes = Array.from({ length: settings.count }, (_, lane): ReplayWorker => {
    return {
      send: (call) => {
        const answer = new Promise<Answer>((resolve) => waiting.set(lane, resolve))
        worker.postMessage({ ...call, lane } satisfies ReplayRequest)
        return answer
      },
    }
  })
  const close = async () => void (await worker.terminate())
  return { lanes, close }
}

/** Waits for the first message of a thread. @throws when it ends without one */
function firstMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`A thread of the demo ended with code ${code}`)))
  })
}
