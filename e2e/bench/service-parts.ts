import { measureHotReads } from './hot-reads.ts'
import type { Part } from './bench.ts'
import { measureEnvironmentsAtSize } from './environments-at-size.ts'
import { resultOfDelay } from './event-loop.ts'
import { measureIngest } from './ingest.ts'
import { measureLargeReport } from './large-report.ts'
import { measureListsAtSize } from './lists-at-size.ts'
import { measureNotificationDelay } from './notification-delay.ts'
import { measureOverrideImpact } from './override-impact.ts'
import { measureReadyAnswers } from './ready-answers.ts'
import { measureRecordsAtSize } from './records-at-size.ts'
import { measureRuleCounts } from './rule-counts.ts'
import { measureScrolling } from './scrolling.ts'
import { measureStarts } from './starts.ts'
import { quickTurns, resultOfTimes } from './time-by-turns.ts'
import { measureTrailGrowth } from './trail-growth.ts'
import { printWhereTimeGoes } from './where-time-goes.ts'

/** Parts about the service and its database. */
export const serviceParts: readonly Part[] = [
  {
    name: 'starts',
    async run(bench) {
      const { first, restart } = await measureStarts()
      bench.add(
        { name: 'First start to ready', value: first, unit: 's' },
        { name: 'Restart to ready', value: restart, unit: 's' },
      )
    },
  },
  {
    name: 'hot-reads',
    isQuick: true,
    async run(bench) {
      const times = bench.options.isQuick
        ? { attestations: 400, rounds: 1, seconds: 1 }
        : { attestations: 1_000, rounds: 3, seconds: 1 }
      for await (const { name, service, peer } of measureHotReads(await bench.service(), times)) {
        bench.add(
          {
            name: `${name}, of a bare server that reads the same rows`,
            ...{ value: service.rate / peer.rate, aim: { least: 0.75 } },
            detail: `${service.rate.toFixed(0)} and ${peer.rate.toFixed(0)} requests/s`,
          },
          {
            name: '  by processor time of one',
            ...{ value: peer.time / service.time, aim: { least: 0.75 } },
            detail: `${service.time.toFixed(2)} and ${peer.time.toFixed(2)} ms`,
          },
        )
      }
    },
  },
  {
    name: 'ready-answers',
    isQuick: true,
    async run(bench) {
      const turns = { rounds: bench.options.isQuick ? 2 : 3, seconds: 1 }
      for await (const answer of measureReadyAnswers(await bench.service(), turns)) {
        const { name, service, peer } = answer
        bench.add(
          {
            name: `${name}, of a server that sends ready bytes`,
            ...{ value: service.rate / peer.rate, aim: { least: 0.5 } },
            detail: `${service.rate.toFixed(0)} and ${peer.rate.toFixed(0)} requests/s`,
          },
          {
            name: '  by processor time of one',
            ...{ value: peer.time / service.time, aim: { least: 0.5 } },
            detail: `${service.time.toFixed(2)} and ${peer.time.toFixed(2)} ms`,
          },
        )
      }
    },
  },
  {
    name: 'lists',
    isQuick: true,
    async run(bench) {
      const { isQuick, size } = bench.options
      const most = size > 1_000_000 ? 2 : 1.5
      console.log(`  pages over 10000 and over ${size} attestations:`)
      for await (const times of measureListsAtSize(
        await bench.filled(),
        isQuick ? quickTurns : undefined,
      )) {
        bench.add(resultOfTimes(times, most))
      }
    },
  },
  {
    name: 'records',
    async run(bench) {
      const { isQuick, size } = bench.options
      const most = size > 1_000_000 ? 2 : 1.5
      console.log(`  lists and details beside 10000 and beside ${size} attestations:`)
      for await (const times of measureRecordsAtSize(
        await bench.filled(),
        isQuick ? quickTurns : undefined,
      )) {
        bench.add(resultOfTimes(times, most))
      }
    },
  },
  {
    name: 'environments',
    async run(bench) {
      console.log('  pages over 10 environments, 100 snapshots and over 1000, 100000:')
      for await (const times of measureEnvironmentsAtSize(await bench.service())) {
        bench.add(resultOfTimes(times, 1.5))
      }
    },
  },
  {
    name: 'large-report',
    isQuick: true,
    async run(bench) {
      const service = await bench.service()
      const report = await measureLargeReport(service)
      const name = `A report of ${report.artifacts} artifacts`
      bench.add(
        { name: `${name}, the first`, value: report.first, unit: 'ms' },
        { name: `${name}, unchanged`, value: report.unchanged, unit: 'ms' },
        { name: `${name}, one changed`, value: report.changed, unit: 'ms', aim: { most: 60 } },
        { name: '  processor time of that', value: report.processor, unit: 'ms' },
        { name: '  rows of what runs', value: report.rows, unit: '', aim: { most: 1 } },
        { name: '  growth of the database', value: report.bytes / 1_000, unit: 'kB' },
        { name: '  to read its snapshot', value: report.read, unit: 'ms' },
      )
      if (bench.options.isQuick) return
      const { longestTask, filtered } = await measureScrolling(service)
      bench.add(
        {
          name: 'Longest task while scrolling its page',
          ...{ value: longestTask, unit: 'ms', aim: { most: 50 } },
        },
        { name: 'Answer of its filter', value: filtered, unit: 'ms', aim: { most: 200 } },
      )
    },
  },
  {
    name: 'ingest',
    isQuick: true,
    async run(bench) {
      const turns = bench.options.isQuick ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 1.5 }
      for await (const costs of measureIngest(await bench.service(), turns)) {
        const { writers, withEvidence, service, raw } = costs
        const name = `Reports by ${writers} at once${withEvidence ? ' with evidence' : ''}`
        bench.add(
          {
            name: `${name}, of raw inserts of the same rows`,
            ...{ value: service.rate / raw.rate, aim: { least: 0.5 } },
            detail: `${service.rate.toFixed(0)} and ${raw.rate.toFixed(0)} reports/s`,
          },
          {
            name: '  processor time of one',
            ...{ value: service.time, unit: 'ms' },
            detail: `raw ${raw.time.toFixed(1)} ms`,
          },
          {
            name: "  the database's log of one",
            ...{ value: service.logged / 1_000, unit: 'kB' },
            detail: `raw ${(raw.logged / 1_000).toFixed(1)} kB`,
          },
        )
      }
    },
  },
  { name: 'profile', run: printWhereTimeGoes },
  {
    name: 'trail-growth',
    async run(bench) {
      const attestations = bench.options.isQuick ? 300 : 700
      for await (const costs of measureTrailGrowth(await bench.service(), attestations)) {
        const { reports, young, old } = costs
        bench.add({
          name: `A report on a trail of ${attestations} ${reports}, of one on a young trail`,
          ...{ value: old / young, aim: { most: 1.2 } },
          detail: `${old.toFixed(1)} and ${young.toFixed(1)} ms of processor time`,
        })
      }
    },
  },
  {
    name: 'notifications',
    async run(bench) {
      const { targets, calm, hung } = await measureNotificationDelay(await bench.service())
      const name = `Notifications to ${targets} targets, p99`
      const times = { unit: 'ms', aim: { most: 2_000 } }
      bench.add(
        { name, value: calm.p99, ...times },
        {
          name: `${name} of the others while one hangs`,
          ...{ value: hung.p99, ...times },
          detail: `median ${hung.median.toFixed(0)} ms`,
        },
      )
    },
  },
  {
    name: 'override-impact',
    async run(bench) {
      const { environments, preview } = await measureOverrideImpact(await bench.service())
      const name = `What an override flips in ${environments} environments`
      bench.add({ name, value: preview, unit: 'ms', aim: { most: 300 } })
    },
  },
  {
    name: 'rules',
    async run(bench) {
      const { policies, artifacts, attach, delay, page } = await measureRuleCounts(
        await bench.service(),
      )
      const where = `${policies} policies where ${artifacts} artifacts run`
      bench.add({ name: `To attach ${where}`, value: attach, unit: 'ms' }, resultOfDelay(delay), {
        name: 'To read what the rules of one say',
        value: page,
        unit: 'ms',
        aim: { most: 200 },
      })
    },
  },
]
