import type { Part } from './bench.ts'
import { measureCapacity } from './capacity.ts'
import { measureCitus } from './citus.ts'
import { resultOfDelay } from './event-loop.ts'
import { measureExports } from './exports.ts'
import type { Result } from './result.ts'
import { printSlowReads } from './slow-reads.ts'
import { measureUploads } from './uploads.ts'
import { measureIdleStreams, measureSlowReaders, type WaitingCosts } from './waiting-clients.ts'
import { measureWithoutStatistics } from './without-statistics.ts'
import { resultOfTimes } from './time-by-turns.ts'

/** Parts about sizes that one machine reaches, and what more of them needs. */
export const scaleParts: readonly Part[] = [
  {
    name: 'exports',
    async run(bench) {
      for await (const costs of measureExports(await bench.filled())) {
        const { format, rows, seconds, bytes, growth, delay } = costs
        bench.add(
          {
            name: `Export of ${rows} lines of ${format}`,
            ...{ value: seconds, unit: 's' },
            detail: `${(bytes / 1e6).toFixed(0)} MB`,
          },
          { name: '  memory meanwhile', value: growth / 1e6, unit: 'MB', aim: { most: 32 } },
          resultOfDelay(delay),
        )
      }
    },
  },
  {
    name: 'uploads',
    async run(bench) {
      const seconds = bench.options.isQuick ? 2 : 5
      const { writers, bytes, rate, memory, delay } = await measureUploads(
        await bench.service(),
        seconds,
      )
      bench.add(
        { name: `Evidence of ${bytes / 1e6} MB by ${writers} at once`, value: rate, unit: '/s' },
        { name: '  the service meanwhile', value: memory / 1e6, unit: 'MB', aim: { most: 256 } },
        resultOfDelay(delay),
      )
    },
  },
  {
    name: 'waiting-clients',
    async run(bench) {
      const slow = await measureSlowReaders(await bench.filled(), 10)
      bench.add(...resultsOfWaiting('that read one byte a second from an export', slow))
      const idle = await measureIdleStreams(1_000)
      bench.add(...resultsOfWaiting('that wait for events', idle))
    },
  },
  {
    name: 'no-statistics',
    async run(bench) {
      const { size } = bench.options
      const most = size > 1_000_000 ? 2 : 1.5
      const results: Result[] = []
      const filled = await bench.filled()
      for await (const times of measureWithoutStatistics(filled, { most: 8, seconds: 0 })) {
        // Its statements have other plans once there are statistics again.
        const { request: _, ...result } = resultOfTimes(times, most)
        results.push(result)
      }
      const worst = results.toSorted((one, other) => other.value - one.value).slice(0, 5)
      console.log(`  of ${results.length} pages without statistics, those with the highest ratios:`)
      bench.add(...worst)
    },
  },
  { name: 'capacity', run: measureCapacity },
  { name: 'slow-reads', run: printSlowReads },
  {
    name: 'citus',
    async run(bench) {
      const url = process.env['CITUS_URL']
      if (!url) return console.log('  left out: CITUS_URL names no server')
      for (const { call, plain, distributed } of await measureCitus(url)) {
        bench.add({
          name: `${call} where the database is distributed, of one where it is not`,
          value: distributed / plain,
          detail: `${distributed.toFixed(1)} and ${plain.toFixed(1)} ms`,
        })
      }
    },
  },
]

function resultsOfWaiting(how: string, costs: WaitingCosts): Result[] {
  const { clients, growth, resident, alone, beside } = costs
  return [
    {
      name: `Memory for ${clients} clients ${how}`,
      ...{ value: growth / 1e6, unit: 'MB' },
      detail: `${(growth / clients / 1_000).toFixed(0)} kB each`,
    },
    { name: '  the service with them', value: resident / 1e6, unit: 'MB', aim: { most: 256 } },
    {
      name: '  a page beside them, of one without',
      ...{ value: beside / alone, aim: { most: 1.2 } },
      detail: `${beside.toFixed(1)} and ${alone.toFixed(1)} ms`,
    },
  ]
}
