import { controlOfPath } from '../change/control-path.ts'
import { controlRecord, controlRecords } from '../change/control-record.ts'
import { addControl, archiveControl, changeControl } from '../change/manage-control.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import type { Handlers } from '../handler.ts'
import { linkedPage } from '../page.ts'
import { settingsOf, versionItem } from './item.ts'
import { countControls, listControlRows, listVersionRows } from './queries.ts'

export const controlHandlers = {
  createControl: (context, { body }) => write(context, (w) => addControl(w, body)),

  async listControls(context, { query, url }) {
    const [rows, total] = await Promise.all([
      listControlRows(context.org, query, query),
      countControls(context.org, query),
    ])
    const controls = await controlRecords(context, rows)
    return { controls, ...linkedPage(context.links, url, total, query) }
  },

  async getControl(context, { params }) {
    const row = await controlOfPath(context, params.identifier)
    return tagged(await controlRecord(context, row), settingsOf)
  },

  updateControl: (context, { params, body }) =>
    write(context, (w) => changeControl(w, params.identifier, body)),

  async archiveControl(context, { params }) {
    await write(context, (w) => archiveControl(w, params.identifier, 'archived'))
    return 'OK'
  },

  async unarchiveControl(context, { params }) {
    await write(context, (w) => archiveControl(w, params.identifier, 'unarchived'))
    return 'OK'
  },

  async listControlVersions({ org, links, ...context }, { params, query, url }) {
    const control = await controlOfPath({ org, ...context }, params.identifier)
    const rows = await listVersionRows(org, control.identifier, query)
    const paging = linkedPage(links, url, control.version, query)
    return { versions: rows.map(versionItem), ...paging }
  },
} satisfies Partial<Handlers>
