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
  const body = bodyOf(step)
  const answer = await lane.send({
    at: step.at,
    method: step.method,
    url: `/api/v2${step.path.replace('{org}', organization)}`,
    headers: {
      authorization: `Bearer ${keys[step.by]}`,
      ...(body ? { 'content-type': body.type } : {}),
    },
    ...(body ? { payload: body.content } : {}),
  })
  if (answer.status >= 300) {
    throw new Error(`The demo's ${step.path} was answered ${answer.body}`)
  }
  onSent()
}
