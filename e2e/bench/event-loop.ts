import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Service } from '../service.ts'
import { metricsToken } from './bench.ts'
import type { Result } from './result.ts'

/** Milliseconds between looks at the event loop, which count as no delay. */
const resolution = 10

/** Milliseconds by which 99 in 100 rounds of an event loop were late at most. */
export interface LoopDelay {
  service: number
  /** Of a process beside it that waits for the service: what the machine delays. */
  idle: number
}

/** Measures how late the event loop of the service is during some work, which the caller awaits. */
export async function delayDuring(service: Service, work: () => Promise<void>): Promise<LoopDelay> {
  // Reading the figure begins a new one.
  await readDelay(service)
  const own = monitorEventLoopDelay({ resolution })
  own.enable()
  await work()
  own.disable()
  const late = (milliseconds: number) => Math.max(0, milliseconds - resolution)
  return { service: late(await readDelay(service)), idle: late(own.percentile(99) / 1e6) }
}

async function readDelay({ host }: Service): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${host}/metrics`, { headers })).text()
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds ([\d.e+-]+)$/m.exec(text) ?? []
  if (!seconds) throw new Error(`/metrics has no delay of the event loop:\n${text}`)
  return Number(seconds) * 1_000
}

/** How late the event loop is, beyond what the machine delays. */
export const resultOfDelay = ({ service, idle }: LoopDelay): Result => ({
  name: '  delay of the event loop meanwhile, p99, beyond that of an idle process',
  ...{ value: Math.max(0, service - idle), unit: 'ms', aim: { most: 20 } },
  detail: `${service.toFixed(1)} and ${idle.toFixed(1)} ms`,
})
