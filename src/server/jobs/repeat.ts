/** Background work that goes on until it is stopped. */
export interface Repetition {
  /** Waits for what is under way. */
  stop(): Promise<void>
}

/** Does the work now, and again each `pause` milliseconds after it is done or has failed. */
export function repeat(
  pause: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Repetition {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const run = async (): Promise<void> => {
    await work().catch((error: unknown) => stopped || onError(error))
    if (!stopped) timer = setTimeout(() => (running = run()), pause)
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
