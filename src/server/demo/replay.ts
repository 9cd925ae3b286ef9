import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '../app.ts'
import type { Clock } from '../clock.ts'
import { bodyOf, type Run, type Step } from './step.ts'

/** When the request under way happens: several are, each at an instant of its own. */
const instant = new AsyncLocalStorage<number>()

/** The clock of a service that replays a story: each request's own instant, else the story's end. */
export const replayClock =
  (end: number): Clock =>
  () =>
    instant.getStore() ?? end

/** A service to replay into, and who reports to it. */
export interface Replay {
  server: App['server']
  organization: string
  /** API key by the name in `Step.by`. */
  keys: Readonly<Record<string, string>>
  /** Told after each accepted step. */
  onSent: () => void
}

/** So many runs are under way at once: their times are apart by no more than some hours. */
const width = 8

/**
 * Sends a story, a run by the time of its first step, several runs at once.
 * @throws when a step is refused
 */
export async function replay(runs: readonly Run[], to: Replay): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const lastOf = new Map<string, Promise<void>>()
  const play = async (run: Run, before: Promise<void> | undefined) => {
    await before
    for (const step of run.steps) await send(step, to)
  }
  try {
    for (const run of runs.toSorted((a, b) => startOf(a) - startOf(b))) {
      if (run.isAlone) await Promise.all(underWay)
      else if (underWay.size >= width) await Promise.race(underWay)
      const playing = play(run, lastOf.get(run.of)).finally(() => underWay.delete(playing))
      underWay.add(playing)
      lastOf.set(run.of, playing)
      if (run.isAlone) await playing
    }
    await Promise.all(underWay)
  } finally {
    await Promise.allSettled(underWay)
  }
}

const startOf = (run: Run) => run.steps[0]?.at ?? 0

async function send(step: Step, { server, organization, keys, onSent }: Replay): Promise<void> {
  const body = bodyOf(step)
  const response = await instant.run(step.at, () =>
    server.inject({
      method: step.method,
      url: `/api/v2${step.path.replace('{org}', organization)}`,
      headers: {
        authorization: `Bearer ${keys[step.by]}`,
        ...(body ? { 'content-type': body.type } : {}),
      },
      ...(body ? { payload: body.content } : {}),
    }),
  )
  if (response.statusCode >= 300) {
    throw new Error(`The demo's ${step.path} was answered ${response.body}`)
  }
  onSent()
}
