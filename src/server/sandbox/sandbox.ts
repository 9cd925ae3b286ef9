import { Problem } from '#server/platform/problem.ts'
import { type Owner, Turns } from '#server/platform/turns.ts'
import { OutOfBounds, SandboxCell, startClock, type TimeLimits } from './cell.ts'
import type { StepName, Steps } from './step.ts'

const timeLimits: TimeLimits = { step: 1_000, work: 3_000, wall: 15_000 }
/**
 * Limits of work in progress: of one organization, and of all before an organization may have no
 * more than one.
 */
const maxWork = { own: 101, all: 500 }
/** Milliseconds after which an idle worker is ended. */
const idleTime = 60_000

/**
 * Runs one step of a piece of work.
 * @throws OutOfBounds when it takes too long or too much memory
 */
export type RunStep = <N extends StepName>(
  step: { name: N } & Steps[N]['input'],
) => Promise<Steps[N]['answer']>

type Start = (cell: SandboxCell) => void

/**
 * Runs programs and schemas of users in isolation: in a few worker threads without network and
 * files, within limits of time and memory. An organization has one of them at most, and gives it
 * back after each step, so that endless work delays others by one step.
 */
export class Sandbox {
  readonly #free: SandboxCell[]
  readonly #busy = new Set<string>()
  /** Pending steps. */
  readonly #waiting = new Turns<Start>()
  /** Number of pieces of work by organization. */
  readonly #work = new Map<string, number>()
  #idle: NodeJS.Timeout | undefined

  readonly #limits: TimeLimits

  constructor(limits = timeLimits) {
    this.#limits = limits
    this.#free = [new SandboxCell(limits), new SandboxCell(limits)]
  }

  /**
   * Runs a piece of work, each step in the owner's turn.
   * @throws Problem 429 when too much waits
   */
  async run<T>(owner: Owner, work: (run: RunStep) => Promise<T>): Promise<T> {
    const { organization } = owner
    this.#admit(organization)
    let left = this.#limits.work
    try {
      return await work(async (step) => {
        if (left <= 0) throw new OutOfBounds('The time for all of them together is over')
        const cell = await this.#turnOf(owner)
        const clock = startClock()
        try {
          return await cell.run(step, left)
        } finally {
          left -= clock().busy
          this.#busy.delete(organization)
          this.#free.push(cell)
          this.#next()
        }
      })
    } finally {
      const rest = (this.#work.get(organization) ?? 1) - 1
      if (rest > 0) this.#work.set(organization, rest)
      else this.#work.delete(organization)
    }
  }

  /** Ends all workers; called before the service ends. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await Promise.all(this.#free.map((cell) => cell.stop()))
  }

  /**
   * Admits a piece of work; those of one organization cannot exclude the first ones of others.
   * @throws Problem 429
   */
  #admit(organization: string): void {
    const own = this.#work.get(organization) ?? 0
    const all = [...this.#work.values()].reduce((sum, count) => sum + count, 0)
    if (own >= maxWork.own || (own > 0 && all >= maxWork.all)) {
      throw new Problem(429, 'Too many attestations wait for their rules: try again', {
        headers: { 'retry-after': '2' },
      })
    }
    this.#work.set(organization, own + 1)
  }

  #turnOf(owner: Owner): Promise<SandboxCell> {
    return new Promise((start) => {
      this.#waiting.add(owner, start)
      this.#next()
    })
  }

  /** Starts pending steps that may start. */
  #next(): void {
    clearTimeout(this.#idle)
    while (this.#free.length > 0) {
      const turn = this.#waiting.take(this.#busy)
      if (!turn) break
      this.#busy.add(turn.organization)
      turn.item(this.#free.pop()!)
    }
    this.#idle = setTimeout(() => this.#free.forEach((cell) => void cell.stop()), idleTime)
    this.#idle.unref()
  }
}
