import { type FailureKind, failureOf } from './failure.ts'

interface Log {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A stored record that a list or a message leaves out, because it cannot be read. */
export interface UnreadableRecord {
  /** Name of the organization. */
  organization: string
  record: 'status of a trail' | 'verdict'
  id: string
}

/** Called with the error of such a record. */
export type OnUnreadable = (this: void, record: UnreadableRecord, error: unknown) => void

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

/** Milliseconds between two lines about the same kind of failure, or the same record. */
const repeatAfterMs = 60_000

/** Failures whose last line is remembered; when there are more, all are forgotten. */
const maxRemembered = 1000

/**
 * Logs and counts failures of the database and of the storage: a line when an outage begins and one
 * when it ends, however many calls and rounds of background work meet it.
 */
export class FailureLog {
  readonly #log: () => Log | undefined
  readonly #count: (kind: FailureKind | 'background') => void
  readonly #loggedAt = new Map<string, number>()
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

  /** Records a stored record that cannot be read; the answer or message goes on without it. */
  ofRecord(record: UnreadableRecord, error: unknown): void {
    if (!this.#isDue(JSON.stringify(record))) return
    const reason = error instanceof Error ? error.message : String(error)
    this.#log()?.error({ ...record, reason }, 'a stored record cannot be read and is left out')
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
    if (kind === 'databaseUnavailable') {
      if (this.#unavailableSince !== null) return
      this.#unavailableSince = performance.now()
    } else if (!this.#isDue(kind)) return
    this.#log()?.error({ reason: message }, sentences[kind])
  }

  /** Returns whether a line about something is due again, which it then is not for a while. */
  #isDue(what: string): boolean {
    const now = performance.now()
    if (now - (this.#loggedAt.get(what) ?? -repeatAfterMs) < repeatAfterMs) return false
    if (this.#loggedAt.size >= maxRemembered) this.#loggedAt.clear()
    this.#loggedAt.set(what, now)
    return true
  }
}
