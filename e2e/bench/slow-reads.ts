import type { Bench } from './bench.ts'
import { childOf } from '../service.ts'
import { exactClock } from './processor-time.ts'
import { misses, type PageRequest, short } from './result.ts'
import { databaseTimesOf, describeStatements, timeOfAll } from './statement-times.ts'

/** Reads that are explained, and statements that are named of each. */
const [most, shown] = [12, 3]
const [warmUp, repeats] = [6, 20]

/**
 * Prints where the time of the reads goes that missed their aims most in the parts before: by the clock,
 * by the processor of the service and of the database, and by statement.
 */
export async function printSlowReads(bench: Bench): Promise<void> {
  const missed = bench.results
    .flatMap(({ request, ...result }) =>
      request && misses(result) ? [{ request, ...result }] : [],
    )
    .toSorted((one, other) => other.value - one.value)
  if (missed.length === 0) return console.log('  none of the reads before missed its aim')
  const { dataDir, process } = await bench.measuredService()
  const pid = Number(process.pid)
  const clocks = [() => performance.now(), exactClock(pid), exactClock(childOf(pid))]
  for (const { name, detail, request } of missed.slice(0, most)) {
    await read(request, warmUp)
    const before = clocks.map((clock) => clock())
    const times = await databaseTimesOf(dataDir, () => read(request, repeats))
    const [clock = 0, both = 0, database = 0] = clocks.map(
      (now, index) => (now() - (before[index] ?? 0)) / repeats,
    )
    // Statements that run fewer times are of the background.
    const statements = times.statements.filter(({ calls }) => calls >= repeats)
    const service = both - database
    console.log(`  ${name}: ${detail}; of the large one`)
    console.log(`    ${short(clock)} ms by the clock, ${short(both)} of processor time:`)
    console.log(`    ${short(service)} of the service (${((service / both) * 100).toFixed(0)} %),`)
    console.log(
      `    ${short(database)} of the database, in statements ${short(timeOfAll(statements) / repeats)}:`,
    )
    for (const statement of describeStatements(statements, repeats, shown))
      console.log(`      ${statement}`)
  }
}

async function read({ url, headers }: PageRequest, times: number): Promise<void> {
  for (let request = 0; request < times; request += 1) {
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  }
}
