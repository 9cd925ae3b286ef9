import { Problem } from '../problem.ts'
import { OutOfBounds, SandboxCell, startClock, type TimeLimits } from './cell.ts'
import type { StepName, Steps } from './step.ts'

const timeLimits: TimeLimits = { step: 1_000, work: 3_000, wall: 4_000 }
/** How many pieces of work may wait: of one owner, and of all. */
const mostWaiting = { own: 100, all: 500 }
/** Milliseconds after which a worker that nobody needs is let go. */
const idleTime = 60_000

/** Does one step of a piece of work. @throws OutOfBounds when it takes too long or too much memory */
export type RunStep = <N extends StepName>(
  step: { name: N } & Steps[N]['asked'],
) => Promise<Steps[N]['answer']>

interface Waiting {
  owner: string
  start(cell: SandboxCell): void
}

/**
 * Runs programs and schemas of users away from everything else (design.md 8): in a few worker
 * threads that know neither network nor files, within limits of time and memory. An owner has one
 * of them at most and all owners take turns, so that what never ends keeps only its own waiting.
 */
export class Sandbox {
  readonly #free: SandboxCell[]
  readonly #busy = new Set<string>()
  readonly #waiting: Waiting[] = []
  #idle: NodeJS.Timeout | undefined

  readonly #limits: TimeLimits

  constructor(limits = timeLimits) {
    this.#limits = limits
    this.#free = [new SandboxCell(limits), new SandboxCell(limits)]
  }

  /** Does a piece of work for an owner as soon as it is their turn. @throws Problem 429 when too many wait */
  async run<T>(owner: string, work: (run: RunStep) => Promise<T>): Promise<T> {
    const cell = await this.#turnOf(owner)
    let left = this.#limits.work
    try {
      return await work(async (step) => {
        if (left <= 0) throw new OutOfBounds('The time for all of them together is over')
        const clock = startClock()
        try {
          return await cell.run(step, left)
        } finally {
          left -= clock().busy
        }
      })
    } finally {
      this.#busy.delete(owner)
      this.#free.push(cell)
      // Everybody else first: owners take turns, however many pieces of work they have.
      const isOwn = (one: Waiting) => one.owner === owner
      this.#waiting.sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
      this.#next()
    }
  }

  /** Ends all workers; the service is about to end, too. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await Promise.all(this.#free.map((cell) => cell.stop()))
  }

  #turnOf(owner: string): Promise<SandboxCell> {
    const own = this.#waiting.filter((one) => one.owner === owner).length
    if (own >= mostWaiting.own || this.#waiting.length >= mostWaiting.all) {
      throw new Problem(429, 'Too many attestations wait for their rules: try again', {
        headers: { 'retry-after': '2' },
      })
    }
    return new Promise((start) => {
      this.#waiting.push({ owner, start })
      this.#next()
    })
  }

  /** Starts whoever waits and may start. */
  #next(): void {
    clearTimeout(this.#idle)
    for (const one of [...this.#waiting]) {
      const cell = this.#busy.has(one.owner) ? undefined : this.#free.pop()
      if (!cell) continue
      this.#busy.add(one.owner)
      this.#waiting.splice(this.#waiting.indexOf(one), 1)
      one.start(cell)
    }
    this.#idle = setTimeout(() => this.#free.forEach((cell) => void cell.stop()), idleTime)
    this.#idle.unref()
  }
}
