import type { Handlers } from '../handler.ts'

export const recordHandlers = {
  async streamChanges({ feed, org }, { query, header, signal }) {
    const resumed = header('last-event-id')
    const after = resumed && /^\d{1,15}$/.test(resumed) ? Number(resumed) : (query.after ?? null)
    return feed.follow(org, after, signal)
  },
} satisfies Partial<Handlers>
