import { exportAnswer } from '#server/export/export-answer.ts'
import type { Handlers } from '#server/request/handler.ts'
import { eventColumns } from './event-columns.ts'
import { eventsOfEnvironment } from './list-environment-events.ts'
import { countEventLog, listEventLog } from './list-event-log.ts'

/** Events read at once for an export. */
const batch = 500

export const eventHandlers = {
  listEnvironmentEvents: (context, { params, query }) =>
    eventsOfEnvironment(context, params.env_name, query),

  listEventLog: (context, { query }) => listEventLog(context, query),

  exportEventLog(context, { query }) {
    const { format: _, ...filters } = query
    async function* read(asOf: number) {
      const to = Math.min(query.to ?? asOf, asOf)
      for (let before: string | null | undefined; before !== null;) {
        const pageQuery = { ...filters, to, before, per_page: batch }
        const { events, older } = await listEventLog(context, pageQuery)
        yield events
        before = older
      }
    }
    return exportAnswer(context, { list: 'events', query, columns: eventColumns, read })
  },

  countEventLog: (context, { query }) => countEventLog(context, query),
} satisfies Partial<Handlers>
