import { type FailureKind, failureOf } from './failure.ts'

interface Log {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Log message of each kind. */
const sentences: Record<FailureKind, string> = {
  databaseUnavailable: 'the database is not available',
  databaseBusy: 'the database is too busy',
  storageFull: 'the disk is full',
  storageBroken: 'files cannot be stored',
  storageUnavailable: 'the store of evidence is not available',
}

/** Milliseconds between two looks, during an outage of the database, whether it is over. */
export const askDatabaseMs = 1000

/** Milliseconds between two lines about the same kind of failure. */
const repeatAfterMs = 60_000

/**
 * Logs and counts failures of the database and of the storage: a line when an outage begins and one
 * when it ends, however many calls and rounds of background work meet it.
 */
export class FailureLog {
  readonly #log: () => Log | undefined
  readonly #count: (kind: FailureKind | 'background') => void
  readonly #loggedAt = new Map<FailureKind, number>()
  #unavailableSince: number | null = null

  constructor(log: () => Log | undefined, count: (kind: FailureKind | 'background') => void) {
    this.#log = log
    this.#count = count
  }

  /** Records the error of a request, if it is a failure of the database or the storage. */
  ofRequest(error: unknown): void {
    const failure = failureOf(error)
    if (failure) this.#note(failure.kind, error as Error)
  }

  /** Records the error of background work. */
  ofBackground(error: unknown): void {
    this.#count('background')
    const failure = failureOf(error)
    if (failure) this.#note(failure.kind, error as Error)
    else this.#log()?.error({ err: error }, 'background work failed')
  }

  /** Records that the database answered. */
  databaseAnswered(): void {
    if (this.#unavailableSince === null) return
    const seconds = Math.round((performance.now() - this.#unavailableSince) / 1000)
    this.#unavailableSince = null
    this.#log()?.warn({ seconds }, 'the database is available again')
  }

  /** Asks the database, during an outage: a process without calls or background work hears of no end. */
  async askDatabase(database: { ping(): Promise<unknown> }): Promise<void> {
    if (this.#unavailableSince === null) return
    await database.ping().then(
      () => this.databaseAnswered(),
      () => undefined,
    )
  }

  #note(kind: FailureKind, { message }: Error): void {
    this.#count(kind)
    const now = performance.now()
    if (kind === 'databaseUnavailable') {
      if (this.#unavailableSince !== null) return
      this.#unavailableSince = now
    } else {
      if (now - (this.#loggedAt.get(kind) ?? -repeatAfterMs) < repeatAfterMs) return
      this.#loggedAt.set(kind, now)
    }
    this.#log()?.error({ reason: message }, sentences[kind])
  }
}
