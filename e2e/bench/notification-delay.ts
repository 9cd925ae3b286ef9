import { layTargets, startTargets } from '../notification-load.ts'
import type { Service } from '../service.ts'

const [targets, events, apart] = [20, 20, 150]

/** How late messages come to targets while one of the others hangs; milliseconds. */
export interface NotificationDelay {
  targets: number
  messages: number
  median: number
  p99: number
}

/** Tells targets of events, one after the other; the first of them never answers. */
export async function measureNotificationDelay(service: Service): Promise<NotificationDelay> {
  const peers = await startTargets((target, response) => {
    if (target !== '/0') response.end('fine')
  })
  try {
    const webhooks = Array.from({ length: targets }, (_, target) => peers.url(target))
    const { run } = await layTargets(service, ['hung'], webhooks)
    const begun: number[] = []
    for (let event = 0; event < events; event += 1) {
      await run('hung', [`artifact-${event}`])
      begun.push(Date.now())
      await new Promise((resolve) => setTimeout(resolve, apart))
    }
    const expected = (targets - 1) * events
    const arrived = () => peers.arrivals.filter(({ target }) => target !== '/0')
    for (let tries = 0; arrived().length < expected && tries < 600; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    if (arrived().length < expected) throw new Error('some messages never came')
    // Each target gets the events in their order.
    const seen = new Map<string, number>()
    const delays = arrived().map(({ target, at }) => {
      const index = seen.get(target) ?? 0
      seen.set(target, index + 1)
      return at - (begun[index] ?? at)
    })
    delays.sort((a, b) => a - b)
    const at = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? 0
    return { targets, messages: delays.length, median: at(0.5), p99: at(0.99) }
  } finally {
    peers.close()
  }
}
