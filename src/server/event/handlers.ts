import type { Handlers } from '#server/request/handler.ts'
import { eventsOfEnvironment } from './list-environment-events.ts'
import { countEventLog, listEventLog } from './list-event-log.ts'

export const eventHandlers = {
  listEnvironmentEvents: (context, { params, query }) =>
    eventsOfEnvironment(context, params.env_name, query),

  listEventLog: (context, { query }) => listEventLog(context, query),

  countEventLog: (context, { query }) => countEventLog(context, query),
} satisfies Partial<Handlers>
