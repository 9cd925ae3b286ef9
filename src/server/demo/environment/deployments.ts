import { day, hour, instantAt, minute, period, type Span, week } from '../calendar.ts'
import type { Random } from '../random.ts'
import { departures, newest } from '../release-train.ts'
import type { Built } from '../trail.ts'
import type { Workload } from './place.ts'

/** From when on a place runs a build. */
export interface Deployment {
  at: number
  build: Built
}

/** When a workload is to be deployed, and up to when its builds count. */
interface Occasion {
  at: number
  builtBefore: number
}

/** Every deployment of a workload, oldest first. */
export function deploymentsOf(
  workload: Workload,
  built: readonly Built[],
  span: Span,
  random: Random,
): Deployment[] {
  const own = built.filter((it) => it.template_reference_name === workload.artifact)
  const allowed = own.filter((it) => it.isHealthy || !workload.isChecked)
  const deployments: Deployment[] = []
  let number = 0
  for (const { at, builtBefore } of occasionsOf(workload, span, random)) {
    const build = newest(allowed, builtBefore)
    const before = deployments.at(-1)?.build
    if (!build || build === before) continue
    number += 1
    deployments.push({ at, build })
    if (before && workload.rollbacks?.includes(number)) {
      deployments.push({ at: at + random.between(14, 50) * minute, build: before })
    }
  }
  const all = [...deployments, ...incidentOf(workload, own, deployments, span)]
  return all.sort((a, b) => a.at - b.at)
}

function occasionsOf({ every, after }: Workload, span: Span, random: Random): Occasion[] {
  if (every === 'train') {
    return departures(span.begin + 4 * day, span.end).map((left) => ({
      at: Math.round(left + (after + 0.2 * random()) * hour),
      builtBefore: left,
    }))
  }
  const count = Math.max(2, Math.round((period / day / every) * span.scale))
  return Array.from({ length: count }, (_, index) => {
    const at = Math.round(span.workedBy((index + 0.1 + 0.8 * random()) / count))
    return { at, builtBefore: at - after * hour }
  })
}

/** Hours after a Friday's midnight at which a team tries another build, counted from the one that ran. */
const tries: readonly [hours: number, build: number][] = [
  [8.8, -1],
  [10.1, 1],
  [10.5, -1],
  [13.9, 2],
  [33.2, 3],
]

/** A weekend on which nothing helped at once; 1970-01-03 was a Saturday. */
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
  const place = own.indexOf(running.build)
  return tries.flatMap(([hours, number]) => {
    const at = saturday + hours * hour
    const build = own[place + number]
    return build && build.at < at - hour / 2 ? [{ at, build }] : []
  })
}
