import { type Arrival, seedTargets, startTargets } from '../notification-load.ts'
import type { Service } from '../service.ts'

const [targets, events, apart] = [20, 20, 150]

/** Delays of messages to targets in milliseconds. */
interface Delay {
  median: number
  p99: number
}

/** Delays of messages to the others while all targets respond, and while one hangs. */
interface NotificationDelay {
  targets: number
  /** Number of messages in each of the two runs. */
  messages: number
  calm: Delay
  hung: Delay
}

/** Sends events to targets, one after the other; in the second run the first target never responds. */
export async function measureNotificationDelay(service: Service): Promise<NotificationDelay> {
  let hangs = false
  const peers = await startTargets((target, response) => {
    if (target !== '/0' || !hangs) response.end('fine')
  })
  try {
    const webhooks = Array.from({ length: targets }, (_, target) => peers.url(target))
    const { run } = await seedTargets(service, 'acme', ['calm', 'hung'], webhooks)
    const calm = await measureRun('calm', run, peers.arrivals)
    hangs = true
    const hung = await measureRun('hung', run, peers.arrivals)
    return { targets, messages: (targets - 1) * events, calm, hung }
  } finally {
    peers.close()
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function measureRun(
  environment: string,
  run: (environment: string, names: readonly string[]) => Promise<void>,
  arrivals: readonly Arrival[],
): Promise<Delay> {
  const begun: number[] = []
  // Each event is the start of another artifact, which replaces the one before.
  for (let event = 0; event < events; event += 1) {
    begun.push(Date.now())
    await run(environment, [`artifact-${event}`])
    await pause(apart)
  }
  const arrived = () =>
    arrivals.filter((one) => one.environment === environment && one.target !== '/0')
  for (let tries = 0; arrived().length < (targets - 1) * events; tries += 1) {
    if (tries > 600) throw new Error('some messages never came')
    await pause(50)
  }
  // Each target receives the events in order.
  const seen = new Map<string, number>()
  const delays = arrived().map(({ target, at }) => {
    const index = seen.get(target) ?? 0
    seen.set(target, index + 1)
    return at - (begun[index] ?? at)
  })
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}
