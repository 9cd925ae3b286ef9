import type { Handlers } from '../handler.ts'
import { lastSeal } from './queries.ts'

export const recordHandlers = {
  async streamChanges({ feed, org }, { query, header, signal }) {
    const resumed = header('last-event-id')
    const given = resumed && /^\d{1,15}$/.test(resumed) ? Number(resumed) : query.after
    // Settled before the client hears that it is connected: what it then does, it will see.
    const after = given ?? (await lastSeal(org))?.seq ?? 0
    return feed.follow(org, after, signal)
  },
} satisfies Partial<Handlers>
