const pollEvery = 1000
const maxPause = 10_000

/** Milliseconds until the next round; doubles with each failure in a row. */
const pauseAfter = (failures: number) => Math.min(pollEvery * 2 ** failures, maxPause)

/**
 * Runs rounds of work, one at a time: at once when woken, but not before a gap after the last one;
 * without that a second after it, or later while rounds fail.
 */
export class BackgroundLoop {
  readonly #round: () => Promise<void>
  readonly #onError: (error: unknown) => void
  readonly #gap: number
  #endedAt = Number.NEGATIVE_INFINITY
  /** Failed rounds in a row. */
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #again = false
  #stopped = false

  /**
   * @param round rejects where it failed
   * @param onError told why, until the loop is stopped
   * @param gap milliseconds between two rounds at least, however often it is woken
   */
  constructor(round: () => Promise<void>, onError: (error: unknown) => void, gap = 0) {
    this.#round = round
    this.#onError = onError
    this.#gap = gap
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  /** Signals that work may be pending, also for the first time; many signals make one round. */
  wake(): void {
    if (this.#stopped) return
    if (this.#running) {
      this.#again = true
      return
    }
    clearTimeout(this.#timer)
    const left = this.#endedAt + this.#gap - performance.now()
    if (left > 0) this.#timer = setTimeout(() => this.wake(), left)
    else this.#running = this.#run()
  }

  async #run(): Promise<void> {
    try {
      await this.#round()
      this.#failures = 0
    } catch (error) {
      this.#failures += 1
      if (!this.#stopped) this.#onError(error)
    }
    this.#running = null
    this.#endedAt = performance.now()
    const pause = this.#again ? this.#gap : pauseAfter(this.#failures)
    this.#again = false
    if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), pause)
  }

  /** Starts no further round, and waits for the one in progress. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#running
  }
}

/** Background work that repeats until it is stopped. */
interface Repetition {
  /** Stops, and waits for a run in progress. */
  stop(): Promise<void>
}

/** Runs the work now, and again `pause` milliseconds after it ends or fails. */
export function repeat(
  pause: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Repetition {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const run = async (): Promise<void> => {
    await work().catch((error: unknown) => stopped || onError(error))
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, pause)
  }
  let running = run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Runs an action on each item in turn: one that fails does not stop the others.
 * @throws the first error, after all were tried
 */
export async function forEachIsolated<T>(
  all: readonly T[],
  todo: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) await todo(one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
