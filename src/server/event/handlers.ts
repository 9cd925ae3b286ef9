import type { LoggedEvent } from '#contract/event/event.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import type { Handlers } from '#server/request/handler.ts'
import { qualifierColumns } from '#server/verdict/verdict-columns.ts'
import { eventsOfEnvironment } from './list-environment-events.ts'
import { countEventLog, listEventLog } from './list-event-log.ts'

/** Columns of an exported event log. */
const eventColumns: Columns<LoggedEvent> = {
  recorded_at: ({ recorded_at }) => isoTime(recorded_at),
  environment: ({ environment_name }) => environment_name,
  snapshot: ({ snapshot_index }) => snapshot_index,
  type: ({ type }) => type,
  artifact: ({ artifact_name }) => artifact_name,
  fingerprint: ({ fingerprint }) => fingerprint,
  instances_before: ({ was }) => was,
  instances: ({ now }) => now,
  compliant: ({ compliant }) => compliant,
  ...qualifierColumns<LoggedEvent>(({ qualifiers }) => qualifiers ?? noQualifiers),
  environment_compliant_before: ({ flip }) => flip && flip.from.state,
  environment_compliant: ({ flip }) => flip && flip.to.state,
  environment_stale: ({ flip }) => flip && flip.to.is_stale,
  replaced: ({ replaced }) => replaced && replaced.artifact_name,
  replaced_by: ({ replaced_by }) => replaced_by && replaced_by.artifact_name,
  cause: ({ cause }) => cause && cause.kind,
  cause_by: ({ cause }) => cause && cause.by,
  flow: ({ flow_name }) => flow_name,
  trail: ({ trail_name }) => trail_name,
  commit: ({ git_commit }) => git_commit,
  commit_author: ({ commit_author }) => commit_author,
}

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
