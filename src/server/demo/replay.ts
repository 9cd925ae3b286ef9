import { logicalEnvironments } from './environments/environment-steps.ts'
import type { ReplayWorker } from './replay-workers.ts'
import { type Step, type StepSequence, bodyOf } from './step.ts'

/** A step that is sent after all steps that it waits for. */
interface Task {
  step: Step
  /** Its index in the story, from 0. */
  position: number
  /** Number of steps that it still waits for. */
  waitsFor: number
  next: Task[]
}

/**
 * Orders the steps of a story by their time, each with those that wait for it. The steps of one
 * trail or environment follow each other. A report waits for the evidence that came before it about
 * what it reports; evidence about what ran somewhere waits for the reports before it, and later
 * ones for it.
 */
export function scheduleSteps(runs: readonly StepSequence[]): Task[] {
  const ordered = runs
    .flatMap((run) => run.steps.map((step) => ({ run, step })))
    .sort((a, b) => a.step.at - b.step.at)
  const trailsOf = trailsByFingerprint(ordered)
  const ranIn = new Map<string, Set<string>>()
  const lastOf = new Map<string, Task>()
  let sinceBarrier: Task[] = []
  let barrier: Task | undefined
  return ordered.map(({ run, step }, position) => {
    const task: Task = { step, position, waitsFor: 0, next: [] }
    const earlier = new Set(barrier ? [barrier] : [])
    if (run.isAlone) {
      for (const other of sinceBarrier) earlier.add(other)
      barrier = task
      sinceBarrier = []
      lastOf.clear()
    } else {
      const trails = reportedBy(step).flatMap((fingerprint) => trailsOf.get(fingerprint) ?? [])
      const isEnvironment = run.of.startsWith('environment/')
      const environments = isEnvironment ? evaluatedWith(run.of) : [...(ranIn.get(run.of) ?? [])]
      for (const trail of trails) {
        ranIn.set(trail, new Set([...(ranIn.get(trail) ?? []), ...environments]))
      }
      for (const key of new Set([run.of, ...trails, ...environments])) {
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

/** Trails by the artifacts that they report. */
function trailsByFingerprint(
  ordered: readonly { run: StepSequence; step: Step }[],
): Map<unknown, string[]> {
  const trails = new Map<unknown, string[]>()
  for (const { run, step } of ordered) {
    if (!step.path.startsWith('/artifacts/')) continue
    const fingerprint = step.json?.fingerprint
    trails.set(fingerprint, [...(trails.get(fingerprint) ?? []), run.of])
  }
  return trails
}

/** An environment, and those evaluated together with it. */
const evaluatedWith = (environment: string) => [
  environment,
  ...logicalEnvironments
    .filter((one) =>
      one.included_environments.some((name) => environment === `environment/${name}`),
    )
    .map((one) => `environment/${one.name}`),
]

/** Fingerprints in an environment's report. */
function reportedBy({ path, json }: Step): string[] {
  if (!path.includes('/report/')) return []
  const items = (json?.artifacts ?? []) as { digests: Record<string, string> }[]
  return [...new Set(items.flatMap(({ digests }) => Object.values(digests)))]
}

/** Target and reporters of a story. */
interface Replay {
  /** Each runs one step at a time. */
  lanes: readonly ReplayWorker[]
  organization: string
  /** API key by the name in `Step.by`. */
  keys: Readonly<Record<string, string>>
  /** Called after each accepted step. */
  onSent: () => void
}

/**
 * Sends a story, its steps by their time, one in each worker at a time. Steps that a verdict can
 * depend on are sent in exactly that order, so that every replay has the same verdicts.
 * @throws when a step is refused
 */
export async function replay(runs: readonly StepSequence[], to: Replay): Promise<void> {
  const tasks = scheduleSteps(runs)
  const ready = tasks.filter((task) => task.waitsFor === 0)
  const free = [...to.lanes]
  const underWay = new Set<Promise<void>>()
  const play = async (task: Task, lane: ReplayWorker) => {
    await send(task.step, lane, to)
    free.push(lane)
    for (const next of task.next) {
      next.waitsFor -= 1
      if (next.waitsFor === 0) insert(ready, next)
    }
  }
  try {
    while (ready.length > 0 || underWay.size > 0) {
      const task = free.length > 0 ? ready.shift() : undefined
      if (task) {
        const playing = play(task, free.pop() as ReplayWorker).finally(() =>
          underWay.delete(playing),
        )
        underWay.add(playing)
      } else {
        await Promise.race(underWay)
      }
    }
  } finally {
    await Promise.allSettled(underWay)
  }
}

/** Inserts a task by its time. */
function insert(ready: Task[], task: Task): void {
  let low = 0
  let high = ready.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ready[middle]?.position ?? 0) < task.position) low = middle + 1
    else high = middle
  }
  ready.splice(low, 0, task)
}

async function send(
  step: Step,
  lane: ReplayWorker,
  { organization, keys, onSent }: Replay,
): Promise<void> {
  const urlOf = (path: string) => `/api/v2${path.replace('{org}', organization)}`
  const headers = { authorization: `Bearer ${keys[step.by]}` }
  const find = async ({ path, where, field }: NonNullable<Step['found']>) => {
    const lookup = {
      at: step.at,
      method: 'GET',
      url: urlOf(path),
      headers,
      wantsBody: true,
    } as const
    const list = JSON.parse((await lane.send(lookup)).body)
    const rows: Record<string, string>[] = list.data ?? list
    const row = rows.find((one) => Object.entries(where).every(([key, it]) => one[key] === it))
    if (!row?.[field]) throw new Error(`The demo has found nothing for ${step.path}`)
    return row[field]
  }
  const found = step.found ? await find(step.found) : ''
  const body = bodyOf(step)
  const answer = await lane.send({
    at: step.at,
    method: step.method,
    url: urlOf(step.path.replace('{found}', found)),
    headers: { ...headers, ...(body ? { 'content-type': body.type } : {}) },
    ...(body ? { payload: body.content.replace('{found}', found) } : {}),
  })
  if (answer.status >= 300) {
    throw new Error(`The demo's ${step.path} was answered ${answer.body}`)
  }
  onSent()
}
