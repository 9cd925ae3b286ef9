import type { Worker } from 'node:worker_threads'
import { startWorker } from '#server/platform/start-worker.ts'
import type { Step, StepName, Steps } from './step.ts'

/** A step exceeded its limits. */
export class OutOfBounds extends Error {}

/** Time limits, in milliseconds. */
export interface TimeLimits {
  /** CPU time of one step. */
  step: number
  /** CPU time of all steps of a piece of work together. */
  work: number
  /** Wall-clock time of one step. */
  wall: number
}

/** A worker has no environment and little memory; its output is discarded. */
const bounds = {
  argv: [],
  env: {},
  stdout: true,
  stderr: true,
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
}

type Reply = { answer: unknown } | { outOfBounds: string } | { failure: string }

/**
 * Measures milliseconds from now: wall-clock time, and CPU time of the process, which is at least
 * that of its worker: on a busy machine nothing is cut short.
 */
export function startClock() {
  const began = performance.now()
  const before = process.cpuUsage()
  return () => {
    const passed = performance.now() - began
    const { user, system } = process.cpuUsage(before)
    return { passed, busy: Math.min(passed, (user + system) / 1_000) }
  }
}

/** One worker and its replacements: runs one step at a time, each within limits. */
export class SandboxCell {
  readonly #limits: TimeLimits
  #worker: Promise<Worker> | null = null

  constructor(limits: TimeLimits) {
    this.#limits = limits
  }

  /** Runs one step. @throws OutOfBounds when it takes too long or too much memory */
  async run<N extends StepName>(
    step: { name: N } & Steps[N]['input'],
    busyLimit: number,
  ): Promise<Steps[N]['answer']> {
    const worker = await this.#ready()
    const limit = Math.min(busyLimit, this.#limits.step)
    const reply = await this.#ask(worker, step as Step, limit).catch(async (error) => {
      await this.stop()
      throw error
    })
    if ('outOfBounds' in reply) throw new OutOfBounds(reply.outOfBounds)
    if ('failure' in reply) throw new Error(`A sandbox failed: ${reply.failure}`)
    return reply.answer as Steps[N]['answer']
  }

  /** Ends the worker, whatever it does; the next step gets another one. */
  async stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await (await worker?.catch(() => null))?.terminate()
  }

  #ready(): Promise<Worker> {
    if (this.#worker) return this.#worker
    const starting = new Promise<Worker>((resolve, reject) => {
      const source = new URL('./worker.ts', import.meta.url)
      const worker = startWorker('sandbox-worker', source, bounds)
      worker.unref()
      worker.stdout.resume()
      worker.stderr.resume()
      worker.once('message', () => resolve(worker))
      // Also for a worker that ends later, when it no longer matters.
      worker.on('error', reject)
      worker.once('exit', (code) => {
        reject(new Error(`A sandbox ended with code ${code}`))
        // Neither one that never began nor one that ended while idle answers a step.
        if (this.#worker === starting) this.#worker = null
      })
    })
    this.#worker = starting
    return starting
  }

  #ask(worker: Worker, step: Step, busyLimit: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const clock = startClock()
      let timer: NodeJS.Timeout
      const look = () => {
        const { passed, busy } = clock()
        const left = Math.min(busyLimit - busy, this.#limits.wall - passed)
        if (left <= 1) end(() => reject(new OutOfBounds('It takes too long')))
        else timer = setTimeout(look, left)
      }
      const onMessage = (reply: Reply) => end(() => resolve(reply))
      const onError = ({ code }: NodeJS.ErrnoException) =>
        end(() =>
          reject(
            code === 'ERR_WORKER_OUT_OF_MEMORY'
              ? new OutOfBounds('It needs more memory than there is for it')
              : new Error(`A sandbox failed: ${code ?? 'for an unknown reason'}`),
          ),
        )
      const onExit = () => end(() => reject(new OutOfBounds('It ended the sandbox')))
      const end = (finish: () => void) => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        finish()
      }
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      timer = setTimeout(look, busyLimit)
      worker.postMessage(step)
    })
  }
}
