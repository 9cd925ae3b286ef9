import type { App } from '../app.ts'
import { bodyOf, type Run, type Step } from './step.ts'

/** A service that a story is replayed into, with a clock that the replay sets. */
export interface Lane {
  server: App['server']
  setClock: (at: number) => void
}

/** Where a story goes, and who reports it. */
export interface Replay {
  /** One run is under way in each, so their clocks are apart by no more than some hours. */
  lanes: readonly Lane[]
  organization: string
  /** API key by the name in `Step.by`. */
  keys: Readonly<Record<string, string>>
  /** Told after each accepted step. */
  onSent: () => void
}

/**
 * Sends a story, a run by the time of its first step, one in each lane.
 * @throws when a step is refused
 */
export async function replay(runs: readonly Run[], to: Replay): Promise<void> {
  const free = [...to.lanes]
  const underWay = new Set<Promise<void>>()
  const lastOf = new Map<string, Promise<void>>()
  const play = async (run: Run, lane: Lane) => {
    await lastOf.get(run.of)
    for (const step of run.steps) await send(step, lane, to)
    free.push(lane)
  }
  const everything = () => Promise.all(underWay)
  try {
    for (const run of runs.toSorted((a, b) => startOf(a) - startOf(b))) {
      if (run.isAlone) await everything()
      while (free.length === 0) await Promise.race(underWay)
      const playing = play(run, free.pop() as Lane).finally(() => underWay.delete(playing))
      underWay.add(playing)
      lastOf.set(run.of, playing)
      if (run.isAlone) await everything()
    }
    await everything()
  } finally {
    await Promise.allSettled(underWay)
  }
}

const startOf = (run: Run) => run.steps[0]?.at ?? 0

async function send(step: Step, lane: Lane, { organization, keys, onSent }: Replay): Promise<void> {
  const body = bodyOf(step)
  lane.setClock(step.at)
  const response = await lane.server.inject({
    method: step.method,
    url: `/api/v2${step.path.replace('{org}', organization)}`,
    headers: {
      authorization: `Bearer ${keys[step.by]}`,
      ...(body ? { 'content-type': body.type } : {}),
    },
    ...(body ? { payload: body.content } : {}),
  })
  if (response.statusCode >= 300) {
    throw new Error(`The demo's ${step.path} was answered ${response.body}`)
  }
  onSent()
}
