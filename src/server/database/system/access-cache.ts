import type { CallerScope } from './find-callers.ts'

/** Channel, and text of the message, by which the database tells that access changed. */
export const accessChannel = 'cairn_access'

const defaultSeconds = 5
/** Milliseconds until a transaction that was not heard of has been rolled back. */
const maxTransactionMs = 60_000
/** Callers that are remembered at most. */
const maxCallers = 10_000

/** A message of the database on the connection that changes access; the detail is the transaction. */
interface Notice {
  message: string | undefined
  detail?: string | undefined
}

/** Notices of changed access in this process, made by itself and by all others. */
export class AccessChanges {
  /** Milliseconds for which access is remembered. */
  readonly cacheMs: number
  #isListening = false
  #count = 0
  /** Transactions of this process that change access, with when they must have ended. */
  readonly #underWay = new Map<string, number>()

  constructor(seconds = defaultSeconds) {
    this.cacheMs = seconds * 1000
  }

  /** Grows with each change; null while changes are not heard of, or one is under way here. */
  get count(): number | null {
    for (const [transaction, end] of this.#underWay) {
      if (end < performance.now()) this.#underWay.delete(transaction)
    }
    return this.#isListening && this.#underWay.size === 0 ? this.#count : null
  }

  /**
   * Sets whether changes made by other processes arrive from now on; while they do not, nothing is
   * remembered.
   */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
    this.#count += 1
  }

  /** Takes a message of the database on a connection of this process. */
  onNotice({ message, detail }: Notice): void {
    if (message === accessChannel && detail) {
      this.#underWay.set(detail, performance.now() + maxTransactionMs)
    }
  }

  /** A transaction that changed access, here or elsewhere, was committed. */
  onCommitted(transaction: string): void {
    this.#underWay.delete(transaction)
    this.#count += 1
  }
}

/** A caller as far as the cache looks. */
interface Row {
  role: unknown
  /** Until when this holds if nothing is changed; null for ever. */
  holds_until: number | null
}

/**
 * Callers found within the last seconds. Whatever may take access makes it forget all of them, and
 * while it cannot hear of that, it remembers none; who was refused is looked up each time.
 */
export class AccessCache<Found extends Row> {
  readonly #changes: AccessChanges
  readonly #kept = new Map<string, { found: Found; until: number }>()
  /** The count of changes that all of them were found at. */
  #count: number | null = null

  constructor(changes: AccessChanges) {
    this.#changes = changes
  }

  /** Returns a caller found lately, or looks them up. */
  async find(
    credential: string,
    { orgName, now }: Pick<CallerScope, 'orgName' | 'now'>,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const { count } = this.#changes
    if (count === null) return lookUp()
    if (count !== this.#count || this.#kept.size >= maxCallers) this.#kept.clear()
    this.#count = count
    const key = `${credential} ${orgName}`
    const known = this.#kept.get(key)
    if (known && performance.now() < known.until && holds(known.found, now)) return known.found
    const until = performance.now() + this.#changes.cacheMs
    const found = await lookUp()
    // Changes made meanwhile may be missing in it.
    if (found && (orgName === null || found.role !== null) && this.#changes.count === count) {
      this.#kept.set(key, { found, until })
    }
    return found
  }
}

const holds = ({ holds_until }: Row, now: number) => holds_until === null || now < holds_until
