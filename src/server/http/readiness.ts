import { Problem } from '#server/platform/problem.ts'

/** Checks of what the service cannot work without, by the message when they fail. */
type ReadinessChecks = Record<string, () => Promise<unknown>>

/** Milliseconds that an answer is valid, and that a request waits for one. */
const [freshMs, timeoutMs] = [1000, 2000]

/** Checks whether the service can work: at most once a second, however many requests there are. */
export class Readiness {
  readonly #checks: ReadinessChecks
  #attempt: Promise<string | null> | null = null
  #finishedAt: number | null = null

  constructor(checks: ReadinessChecks) {
    this.#checks = checks
  }

  /** @throws Problem 503 with what is not ready, also when that is not known in time */
  async require(): Promise<void> {
    if (this.#finishedAt !== null && performance.now() - this.#finishedAt > freshMs) {
      this.#attempt = null
    }
    this.#attempt ??= this.#try()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, 'Not ready: there was no answer within 2 seconds')
    })
    const reason = await Promise.race([this.#attempt, late])
    clearTimeout(timer)
    if (reason !== null) throw new Problem(503, reason, { headers: { 'retry-after': '2' } })
  }

  async #try(): Promise<string | null> {
    this.#finishedAt = null
    const reasons = await Promise.all(
      Object.entries(this.#checks).map(([reason, check]) =>
        check().then(
          () => null,
          () => reason,
        ),
      ),
    )
    this.#finishedAt = performance.now()
    return reasons.find((reason) => reason !== null) ?? null
  }
}
