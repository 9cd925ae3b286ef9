import { Problem } from '#server/platform/problem.ts'
import { OutOfBounds, SandboxCell, startClock, type TimeLimits } from './cell.ts'
import type { StepName, Steps } from './step.ts'

const timeLimits: TimeLimits = { step: 1_000, work: 3_000, wall: 4_000 }
/**
 * How many pieces of work there may be: of one organization, and of all before an organization may
 * have no more than one.
 */
const maxWork = { own: 101, all: 500 }
/** Milliseconds after which a worker that nobody needs is let go. */
const idleTime = 60_000

/** Does one step of a piece of work. @throws OutOfBounds when it takes too long or too much memory */
export type RunStep = <N extends StepName>(
  step: { name: N } & Steps[N]['asked'],
) => Promise<Steps[N]['answer']>

/** On whose behalf a step is done. */
export interface Owner {
  /** Organizations take turns. */
  organization: string
  /** What takes turns within an organization: a type of attestation, a person who tries one. */
  type: string
}

type Start = (cell: SandboxCell) => void

/**
 * Runs programs and schemas of users away from everything else: in a few worker threads that know
 * neither network nor files, within limits of time and memory. An organization has one of them at
 * most, and gives it back after each step: what never ends delays others by a step.
 */
export class Sandbox {
  readonly #free: SandboxCell[]
  readonly #busy = new Set<string>()
  /** Steps that wait, by organization and type; whose turn is next comes first. */
  readonly #waiting = new Map<string, Map<string, Start[]>>()
  /** How many pieces of work an organization has. */
  readonly #work = new Map<string, number>()
  #idle: NodeJS.Timeout | undefined

  readonly #limits: TimeLimits

  constructor(limits = timeLimits) {
    this.#limits = limits
    this.#free = [new SandboxCell(limits), new SandboxCell(limits)]
  }

  /** Does a piece of work, each step when it is the owner's turn. @throws Problem 429 when too much waits */
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

  /** Ends all workers; the service is about to end, too. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await Promise.all(this.#free.map((cell) => cell.stop()))
  }

  /** Counts a piece of work; one organization's cannot keep out what others begin with. */
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

  #turnOf({ organization, type }: Owner): Promise<SandboxCell> {
    return new Promise((start) => {
      const types = this.#waiting.get(organization) ?? new Map<string, Start[]>()
      this.#waiting.set(organization, types.set(type, [...(types.get(type) ?? []), start]))
      this.#next()
    })
  }

  /** Starts steps that wait and may start. Whoever had a turn is last in the next round. */
  #next(): void {
    clearTimeout(this.#idle)
    for (const [organization, types] of this.#waiting) {
      if (this.#busy.has(organization) || this.#free.length === 0) continue
      for (const [type, [start, ...others]] of [...types].slice(0, 1)) {
        types.delete(type)
        if (others.length > 0) types.set(type, others)
        this.#waiting.delete(organization)
        if (types.size > 0) this.#waiting.set(organization, types)
        this.#busy.add(organization)
        start?.(this.#free.pop()!)
      }
    }
    this.#idle = setTimeout(() => this.#free.forEach((cell) => void cell.stop()), idleTime)
    this.#idle.unref()
  }
}
