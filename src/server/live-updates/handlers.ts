import type { Handlers } from '#server/request/handler.ts'
import { lastSeal } from '#server/audit-log/queries.ts'

export const liveUpdateHandlers = {
  async streamLiveUpdates(context, { query, header, signal }) {
    const resumed = header('last-event-id')
    const given = resumed && /^\d{1,15}$/.test(resumed) ? Number(resumed) : query.after
    // Read before the client hears that it is connected: it will see whatever it does then.
    const after = given ?? (await lastSeal(context.org))?.seq ?? 0
    return context.feed.follow(context, after, signal)
  },
} satisfies Partial<Handlers>
