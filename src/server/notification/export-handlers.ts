import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers } from '../handler.ts'
import { notificationColumns } from './columns.ts'
import { listNotificationRows } from './queries.ts'
import { isListed, readSummaries, sortListed } from './read-summaries.ts'

export const notificationExportHandlers = {
  async exportNotifications(context, { query }) {
    // All are sorted at once: there are no more than people can keep up with.
    async function* read() {
      const all = await readSummaries(context, await listNotificationRows(context.org))
      yield sortListed(
        query,
        all.filter((one) => isListed(query, one)),
      )
    }
    return exportAnswer(context, {
      list: 'notifications',
      query,
      columns: notificationColumns,
      read,
    })
  },
} satisfies Partial<Handlers>
