import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService, type Service } from '../service.ts'
import { type Demo, startDemo } from './demo.ts'
import { type FilledOrganizations, fillOrganizations } from './filled-organizations.ts'
import type { BenchOptions } from './options.ts'
import { describe, type Result } from './result.ts'
import { measureStatements } from './statement-times.ts'

/** Token by which the bench reads the figures of the service. */
export const metricsToken = 'figures-of-the-bench-and-of-nobody-else'

const env = { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8', CAIRN_METRICS_TOKEN: metricsToken }

/** A part of the bench. */
export interface Part {
  /** Its name on the command line. */
  name: string
  /** Whether a quick run includes it. */
  isQuick?: boolean
  run(bench: Bench): Promise<void>
}

/** One run of the bench: its results, and a service that its parts share. */
export class Bench {
  readonly options: BenchOptions
  readonly results: Result[] = []
  #service: Promise<Service> | null = null
  #filled: Promise<FilledOrganizations> | null = null
  #demo: Promise<Demo> | null = null

  constructor(options: BenchOptions) {
    this.options = options
  }

  /** Prints figures and keeps them for the end of the run. */
  add(...results: readonly Result[]): void {
    for (const result of results) {
      this.results.push(result)
      console.log(`  ${describe(result)}`)
    }
  }

  /** A service on an empty data folder, started with the first call. */
  service(): Promise<Service> {
    return (this.#service ??= mkdtemp(join(tmpdir(), 'cairn-bench-')).then((dataDir) =>
      startService(dataDir, { env }),
    ))
  }

  /**
   * Starts that service again at its address, with a database that measures statements: what was
   * known of its process is no longer so.
   */
  async measuredService(): Promise<Service> {
    const { dataDir, port, stop } = await this.service()
    await measureStatements(dataDir)
    await stop()
    return (this.#service = startService(dataDir, { port, env }))
  }

  /** Organizations of two sizes in that service, filled with the first call. */
  filled(): Promise<FilledOrganizations> {
    const sizes = { small: 10_000, large: this.options.size }
    return (this.#filled ??= this.service().then((service) => fillOrganizations(service, sizes)))
  }

  /** A service of its own with the demo, loaded with the first call. */
  demo(): Promise<Demo> {
    return (this.#demo ??= startDemo())
  }

  /** Stops the demo, if any, and removes its data. */
  async removeDemo(): Promise<void> {
    const demo = await this.#demo?.catch(() => null)
    this.#demo = null
    await demo?.remove()
  }

  /** Stops the services, if any, and removes their data. */
  async close(): Promise<void> {
    await this.removeDemo()
    const service = await this.#service?.catch(() => null)
    if (!service) return
    await service.stop()
    await rm(service.dataDir, { recursive: true, force: true })
  }
}

/**
 * Runs the chosen parts one after the other and prints what each took, and at the end those that took
 * most. What parts share is in the time of the first of them. A part that fails does not end the run.
 * @returns the names of the parts that failed
 */
export async function runParts(bench: Bench, parts: readonly Part[]): Promise<string[]> {
  const { only, isQuick } = bench.options
  const took: { name: string; seconds: number }[] = []
  const failed: string[] = []
  for (const { name, isQuick: isInQuick = false, run } of parts) {
    if (only ? !only.includes(name) : isQuick && !isInQuick) continue
    console.log(name)
    const begun = performance.now()
    try {
      await run(bench)
    } catch (error) {
      failed.push(name)
      console.error(error)
    }
    const seconds = (performance.now() - begun) / 1_000
    took.push({ name, seconds })
    console.log(`  (${seconds.toFixed(1)} s)`)
  }
  console.log(describeTimes(took))
  return failed
}

/** The line that says what the parts took in all, and those that took most. */
export function describeTimes(took: readonly { name: string; seconds: number }[]): string {
  const all = took.reduce((sum, { seconds }) => sum + seconds, 0)
  const longest = took
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 8)
    .map(({ name, seconds }) => `${name} ${seconds.toFixed(0)}`)
  const rest = String(Math.round(all) % 60).padStart(2, '0')
  return `${Math.floor(Math.round(all) / 60)}:${rest} min in all; seconds of the longest: ${longest.join(', ')}`
}
