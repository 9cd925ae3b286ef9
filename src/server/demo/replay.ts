import type { Lane } from './lane.ts'
import { inOrder, type Task } from './order.ts'
import { bodyOf, type Run, type Step } from './step.ts'

/** Where a story goes, and who reports it. */
export interface Replay {
  /** One step is under way in each. */
  lanes: readonly Lane[]
  organization: string
  /** API key by the name in `Step.by`. */
  keys: Readonly<Record<string, string>>
  /** Told after each accepted step. */
  onSent: () => void
}

/**
 * Sends a story, its steps by their time, one in each lane. What a verdict can rest on is sent in
 * exactly that order (`order.ts`), so that the verdicts are the same whenever a story is told.
 * @throws when a step is refused
 */
export async function replay(runs: readonly Run[], to: Replay): Promise<void> {
  const tasks = inOrder(runs)
  const ready = tasks.filter((task) => task.waitsFor === 0)
  const free = [...to.lanes]
  const underWay = new Set<Promise<void>>()
  const play = async (task: Task, lane: Lane) => {
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
        const playing = play(task, free.pop() as Lane).finally(() => underWay.delete(playing))
        underWay.add(playing)
      } else {
        await Promise.race(underWay)
      }
    }
  } finally {
    await Promise.allSettled(underWay)
  }
}

/** Puts a task where its place in time is. */
function insert(ready: Task[], task: Task): void {
  let low = 0
  let high = ready.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ready[middle]?.place ?? 0) < task.place) low = middle + 1
    else high = middle
  }
  ready.splice(low, 0, task)
}

async function send(step: Step, lane: Lane, { organization, keys, onSent }: Replay): Promise<void> {
  const urlOf = (path: string) => `/api/v2${path.replace('{org}', organization)}`
  const headers = { authorization: `Bearer ${keys[step.by]}` }
  const find = async ({ path, where, field }: NonNullable<Step['found']>) => {
    const asked = { at: step.at, method: 'GET', url: urlOf(path), headers, isAsked: true } as const
    const list = JSON.parse((await lane.send(asked)).body)
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
