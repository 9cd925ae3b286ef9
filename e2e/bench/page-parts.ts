import type { Part } from './bench.ts'
import { measureFelt } from './felt.ts'
import { measureFirstPage, measureSizes } from './first-route.ts'
import { scoreOverview } from './lighthouse.ts'
import { measurePalette } from './palette.ts'
import { measurePolicyEvaluation } from './policy-evaluation.ts'
import { describeAnswered } from './press-time.ts'
import { walkTasks } from './walk-tasks.ts'

const kilobytes = (bytes: number) => ({ value: bytes / 1_000, unit: 'kB gzip' })

/** Parts about the pages of the dashboard. */
export const pageParts: readonly Part[] = [
  {
    name: 'sizes',
    isQuick: true,
    async run(bench) {
      const sizes = measureSizes()
      const first = 'First route,'
      bench.add(
        { name: `${first} scripts`, ...kilobytes(sizes.firstScripts), aim: { most: 150 } },
        { name: `${first} styles`, ...kilobytes(sizes.firstStyles), aim: { most: 14 } },
        { name: 'All scripts', ...kilobytes(sizes.allScripts) },
        { name: 'Reader of PDF files, beside them', ...kilobytes(sizes.pdfReader) },
      )
    },
  },
  {
    name: 'policy-evaluation',
    isQuick: true,
    async run(bench) {
      const { artifacts, policies, first, warm } = measurePolicyEvaluation()
      bench.add({
        name: `To evaluate ${artifacts} artifacts by ${policies} policies`,
        ...{ value: warm, unit: 'ms', aim: { most: 200 } },
        detail: `first ${first.toFixed(0)} ms`,
      })
    },
  },
  {
    name: 'demo',
    async run(bench) {
      const { service: demo, start } = await bench.demo()
      bench.add(
        { name: 'The dashboard answers after', value: start.ready, unit: 's', aim: { most: 10 } },
        {
          name: 'All of the demo is there after',
          value: start.loaded,
          unit: 's',
          aim: { most: 60 },
        },
      )
      const { presses, shift, requests, requestsInAll } = await measureFelt(demo)
      for (const { name, unexpected, first, usual } of presses) {
        const press = `From the press to the ${name}`
        const within = { unit: 'ms', aim: { most: 100 } }
        bench.add(
          { name: press, value: usual.time, ...within, detail: describeAnswered(usual) },
          {
            name: `${press}, the first`,
            ...{ value: first.time, ...within, detail: describeAnswered(first) },
          },
          {
            name: `${press}, the first, before its data is there`,
            ...{ value: unexpected.time, unit: 'ms', detail: describeAnswered(unexpected) },
          },
        )
      }
      const { median, p95, answered } = await measurePalette(demo)
      bench.add(
        {
          name: 'Layout shift of opening the drawer',
          value: shift,
          unit: '',
          aim: { most: 0.02 },
        },
        {
          name: 'Requests of the overview',
          ...{ value: requests, unit: '', aim: { most: 15 } },
          detail: `${requestsInAll} with what is loaded ahead`,
        },
        {
          name: 'From typing into the search to what was found, p95',
          ...{ value: p95, unit: 'ms', aim: { most: 100 } },
          detail: `median ${median.toFixed(0)} ms, ${describeAnswered({ answered })}`,
        },
      )
      const { performance, accessibility, range, times, hostIndex } = await scoreOverview(demo)
      bench.add(
        {
          name: 'Lighthouse of the overview on a phone, performance',
          ...{ value: performance, unit: '', aim: { least: 95 } },
          detail: `from ${range[0]} to ${range[1]}; ${times}; processor of index ${hostIndex}, where the slowdown is meant for 1500 to 2000`,
        },
        { name: '  accessibility', value: accessibility, unit: '', aim: { least: 100 } },
      )
    },
  },
  {
    name: 'tasks',
    async run(bench) {
      const { service: demo } = await bench.demo()
      for (const { name, presses, seconds } of await walkTasks(demo)) {
        bench.add({ name, value: presses, unit: 'presses', detail: `${seconds.toFixed(1)} s` })
      }
      await bench.removeDemo()
    },
  },
  {
    name: 'first-page',
    async run(bench) {
      const { scripts, requests, requestsInAll } = await measureFirstPage(await bench.service())
      bench.add(
        { name: 'Flows page, scripts', ...kilobytes(scripts) },
        {
          name: 'Flows page, requests',
          ...{ value: requests, unit: '', aim: { most: 15 } },
          detail: `${requestsInAll} with what is loaded ahead`,
        },
      )
    },
  },
]
