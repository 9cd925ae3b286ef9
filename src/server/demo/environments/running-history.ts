import { day, hour, instantAt, minute, type Span } from '#server/demo/calendar.ts'
import { randomOf } from '#server/demo/random.ts'
import type { Built } from '#server/demo/trail-steps.ts'
import { type Builds, type Deployment, deploymentsOf } from './deployments.ts'
import type { DemoEnvironment, UnknownWorkload, Workload } from './demo-environment.ts'

/** A running artifact of an environment at an instant. */
export interface RunningState {
  what: Workload | UnknownWorkload
  /** Null for an artifact that no flow has built. */
  build: Built | null
  /** Unix seconds at which each of its instances began. */
  instances: number[]
}

/** An environment's changes over the months. */
interface RunningHistory {
  /** Instants of changes, oldest first. */
  turns: number[]
  /** Builds by the time at which it first ran them. */
  tried: Built[]
  at(instant: number): RunningState[]
}

/** Generates the history of an environment. */
export function historyOf(
  environment: DemoEnvironment,
  builds: Builds,
  span: Span,
): RunningHistory {
  const { workloads, foreign = [] } = environment
  const deployed = workloads.map((workload) => {
    const random = randomOf(`${environment.name} ${workload.as.join()}`)
    return { workload, deployments: deploymentsOf(workload, builds, span, random) }
  })
  const first = Math.min(...deployed.flatMap(({ deployments }) => deployments[0]?.at ?? []))
  const scalings = scalingsOf(environment, span).filter(({ at }) => at > first)
  // Not every environment changes in the same minute.
  const comesRoundAt = (share: number) =>
    instantAt(span, share) + randomOf(`${environment.name} ${share}`).between(0, 2000) * minute
  const between = ({ from, to }: UnknownWorkload) => [
    from === undefined ? span.begin : comesRoundAt(from),
    to === undefined ? Infinity : comesRoundAt(to),
  ]
  const turns = [
    ...deployed.flatMap(({ deployments }) => deployments.map((it) => it.at)),
    ...scalings.map((it) => it.at),
    ...foreign.flatMap(between),
  ].filter((instant) => instant >= span.begin && instant <= span.end)
  return {
    turns: [...new Set(turns)].sort((a, b) => a - b),
    tried: firstRuns(deployed.flatMap(({ deployments }) => deployments)),
    at: (instant) => [
      ...deployed.flatMap(
        ({ workload, deployments }) =>
          runningStateOf(workload, deployments, scalings, instant) ?? [],
      ),
      ...foreign
        .map((what) => ({ what, life: between(what) }))
        .filter(({ life: [from = 0, to = 0] }) => from <= instant && instant < to)
        .map(({ what, life: [from = 0] }) => ({
          what,
          build: null,
          instances: startsOf(from - 6 * day, what.instances ?? 1),
        })),
    ],
  }
}

function firstRuns(deployments: readonly Deployment[]): Built[] {
  const first = new Map<Built, number>()
  for (const { at, build } of deployments.toSorted((a, b) => a.at - b.at)) {
    if (!first.has(build)) first.set(build, at)
  }
  return Array.from(first, ([build, at]) => ({ ...build, at }))
}

/** Beginning or end of busy hours. */
interface Scaling {
  at: number
  isBusy: boolean
}

/** Mondays and Thursdays. */
const busyDays = new Set([1, 4])

/** Scaling up in the morning and down in the evening of busy days. */
function scalingsOf({ name, busy }: DemoEnvironment, { begin, end, scale }: Span): Scaling[] {
  if (!busy) return []
  const random = randomOf(`${name} busy`)
  const step = Math.max(1, Math.round(1 / scale)) * day
  const scalings: Scaling[] = []
  for (let midnight = Math.ceil(begin / day) * day; midnight < end; midnight += step) {
    if (!busyDays.has(new Date(midnight * 1000).getUTCDay())) continue
    const [morning, evening] = busy.map(
      (at) => midnight + at * hour + random.between(2, 38) * minute,
    )
    if (morning && evening) {
      scalings.push({ at: morning, isBusy: true }, { at: evening, isBusy: false })
    }
  }
  return scalings
}

function runningStateOf(
  what: Workload,
  deployments: readonly Deployment[],
  scalings: readonly Scaling[],
  instant: number,
): RunningState | null {
  const deployment = deployments.findLast((it) => it.at <= instant)
  if (!deployment) return null
  const scaling = scalings.findLast((it) => it.at <= instant)
  const [night, byDay] = what.instances ?? [1, 1]
  const since = Math.max(deployment.at, scaling?.at ?? 0)
  const more = scaling?.isBusy ? byDay - night : 0
  const instances = [...startsOf(deployment.at, night), ...startsOf(since + 30, more)]
  return { what, build: deployment.build, instances }
}

const startsOf = (at: number, count: number) =>
  Array.from({ length: count }, (_, index) => Math.floor(at) + index * 4)
