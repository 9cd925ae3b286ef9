import { importControls, planControls } from '../change/import-controls.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import type { Handlers } from '../handler.ts'
import { readControlsCsv } from './read-csv.ts'

export const controlImportHandlers = {
  async previewControlImport({ org }, { body }) {
    return tagged((await planControls(org, readControlsCsv(body.csv))).answer)
  },

  importControls: (context, { body }) => {
    const read = readControlsCsv(body.csv)
    return write(context, (w) => importControls(w, read))
  },
} satisfies Partial<Handlers>
