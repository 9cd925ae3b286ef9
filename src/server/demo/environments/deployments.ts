import { day, hour, instantAt, minute, period, type Span, week } from '#server/demo/calendar.ts'
import type { Random } from '#server/demo/random.ts'
import { departures, newest } from '#server/demo/release-train.ts'
import type { Built } from '#server/demo/trail-steps.ts'
import type { Workload } from './demo-environment.ts'

/** Instant from which an environment runs a build. */
export interface Deployment {
  at: number
  build: Built
}

/** Builds by the time at which they are available, oldest first. */
export interface Builds {
  all: readonly Built[]
  /** Builds that an environment waits for: with a rehearsal, those that passed it. */
  offered: readonly Built[]
}

/** Instant of a workload's deployment, and the latest time of its builds. */
interface Occasion {
  at: number
  builtBefore: number
  isRehearsal?: true
}

/** All deployments of a workload, oldest first. */
export function deploymentsOf(
  workload: Workload,
  { all, offered }: Builds,
  span: Span,
  random: Random,
): Deployment[] {
  const isOwn = (it: Built) => it.template_reference_name === workload.artifact
  const own = offered.filter(isOwn)
  const healthy = own.filter((it) => it.isHealthy)
  const deployments: Deployment[] = []
  let number = 0
  for (const { at, builtBefore, isRehearsal } of occasionsOf(workload, span, random)) {
    const isChecked = workload.isChecked || isRehearsal
    const build = newest(isChecked ? healthy : own, builtBefore)
    const before = deployments.at(-1)?.build
    if (!build || build === before) continue
    number += 1
    deployments.push({ at, build })
    if (before && workload.rollbacks?.includes(number)) {
      deployments.push({ at: at + random.between(14, 50) * minute, build: before })
    }
  }
  deployments.push(...incidentOf(workload, all.filter(isOwn), deployments, span))
  return deployments.sort((a, b) => a.at - b.at)
}

function occasionsOf({ every, after, isRehearsed }: Workload, span: Span, random: Random) {
  const leaving = departures(span.begin + 4 * day, span.end)
  if (every === 'train') {
    return leaving.map((left): Occasion => {
      const at = Math.round(left + (after + 0.2 * random()) * hour)
      return { at, builtBefore: left + hour }
    })
  }
  const count = Math.max(2, Math.round((period / day / every) * span.scale))
  const regular = Array.from({ length: count }, (_, index): Occasion => {
    const at = Math.round(span.workedBy((index + 0.1 + 0.8 * random()) / count))
    return { at, builtBefore: at - after * hour }
  })
  if (!isRehearsed) return regular
  const rehearsals = leaving.map((left): Occasion => {
    return { at: left - 48 * minute, builtBefore: left, isRehearsal: true }
  })
  return [...regular, ...rehearsals].sort((a, b) => a.at - b.at)
}

/** Attempts with another build, in hours after a Friday's midnight, relative to the running one. */
const tries: readonly [hours: number, build: number][] = [
  [8.8, -1],
  [10.1, 1],
  [10.5, -1],
  [13.9, 2],
  [33.2, 3],
]

/** A weekend of failed attempts; 1970-01-03 was a Saturday. */
function incidentOf(
  { incident }: Workload,
  own: readonly Built[],
  deployments: readonly Deployment[],
  span: Span,
): Deployment[] {
  if (incident === undefined) return []
  const saturday = 2 * day + Math.ceil((instantAt(span, incident) - 2 * day) / week) * week
  const running = deployments.findLast((it) => it.at < saturday)
  if (!running) return []
  const { fingerprint } = running.build.report
  const current = own.findIndex((it) => it.report.fingerprint === fingerprint)
  return tries.flatMap(([hours, number]) => {
    const at = saturday + hours * hour
    const build = own[current + number]
    return build && build.at < at - hour / 2 ? [{ at, build }] : []
  })
}
