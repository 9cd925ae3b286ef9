import { together } from './environment/logical.ts'
import type { Run, Step } from './step.ts'

/** A step that is sent when everything is sent that it has to wait for. */
export interface Task {
  step: Step
  /** Its place in the story, from 0. */
  place: number
  /** How many others it still waits for. */
  waitsFor: number
  next: Task[]
}

/**
 * The steps of a story by their time, each with those that wait for it. The steps of one trail or
 * environment follow each other. A report waits for the evidence that came before it about what it
 * reports; evidence about what ran somewhere waits for the reports before it, and later ones for it.
 */
export function inOrder(runs: readonly Run[]): Task[] {
  const told = runs
    .flatMap((run) => run.steps.map((step) => ({ run, step })))
    .sort((a, b) => a.step.at - b.step.at)
  const trailsOf = trailsByFingerprint(told)
  const ranIn = new Map<string, Set<string>>()
  const lastOf = new Map<string, Task>()
  let sinceBarrier: Task[] = []
  let barrier: Task | undefined
  return told.map(({ run, step }, place) => {
    const task: Task = { step, place, waitsFor: 0, next: [] }
    const earlier = new Set(barrier ? [barrier] : [])
    if (run.isAlone) {
      for (const other of sinceBarrier) earlier.add(other)
      barrier = task
      sinceBarrier = []
      lastOf.clear()
    } else {
      const trails = reportedBy(step).flatMap((fingerprint) => trailsOf.get(fingerprint) ?? [])
      const isPlace = run.of.startsWith('environment/')
      const places = isPlace ? judgedWith(run.of) : [...(ranIn.get(run.of) ?? [])]
      for (const trail of trails) {
        ranIn.set(trail, new Set([...(ranIn.get(trail) ?? []), ...places]))
      }
      for (const key of new Set([run.of, ...trails, ...places])) {
        const last = lastOf.get(key)
        if (last) earlier.add(last)
        lastOf.set(key, task)
      }
      sinceBarrier.push(task)
    }
    for (const other of earlier) other.next.push(task)
    task.waitsFor = earlier.size
    return task
  })
}

/** The trails that report an artifact. */
function trailsByFingerprint(told: readonly { run: Run; step: Step }[]): Map<unknown, string[]> {
  const trails = new Map<unknown, string[]>()
  for (const { run, step } of told) {
    if (!step.path.startsWith('/artifacts/')) continue
    const fingerprint = step.json?.fingerprint
    trails.set(fingerprint, [...(trails.get(fingerprint) ?? []), run.of])
  }
  return trails
}

/** An environment, and those that take it together with others. */
const judgedWith = (place: string) => [
  place,
  ...together
    .filter((one) => one.included_environments.some((name) => place === `environment/${name}`))
    .map((one) => `environment/${one.name}`),
]

/** Fingerprints of what an environment reports. */
function reportedBy({ path, json }: Step): string[] {
  if (!path.includes('/report/')) return []
  const items = (json?.artifacts ?? []) as { digests: Record<string, string> }[]
  return [...new Set(items.flatMap(({ digests }) => Object.values(digests)))]
}
