/** Background work that repeats until it is stopped. */
export interface Repetition {
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
