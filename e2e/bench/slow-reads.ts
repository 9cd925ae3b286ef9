import type { Bench } from './bench.ts'
import { misses, type PageRequest } from './result.ts'
import { databaseTimesOf, describeStatement } from './statement-times.ts'

/** Reads that are explained, and statements that are named of each. */
const [most, shown] = [12, 3]
const [warmUp, repeats] = [6, 20]

/**
 * Prints by which statements the database answers the reads that missed their aims most in the parts
 * before: milliseconds and blocks of each. Planning is not in them, nor is the service's own time.
 */
export async function printSlowReads(bench: Bench): Promise<void> {
  const missed = bench.results
    .flatMap(({ request, ...result }) =>
      request && misses(result) ? [{ request, ...result }] : [],
    )
    .toSorted((one, other) => other.value - one.value)
  if (missed.length === 0) return console.log('  none of the reads before missed its aim')
  const { dataDir } = await bench.measuredService()
  for (const { name, detail, request } of missed.slice(0, most)) {
    await read(request, warmUp)
    const { statements } = await databaseTimesOf(dataDir, () => read(request, repeats))
    console.log(`  ${name}: ${detail}; of the large one`)
    // Statements that run fewer times are of the background.
    for (const statement of statements.filter(({ calls }) => calls >= repeats).slice(0, shown))
      console.log(`    ${describeStatement(statement, repeats)}`)
  }
}

async function read({ url, headers }: PageRequest, times: number): Promise<void> {
  for (let asked = 0; asked < times; asked += 1) {
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  }
}
