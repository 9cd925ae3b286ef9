import { environmentOfPath } from '../change/environment-path.ts'
import { environmentRecord } from '../change/environment-record.ts'
import { putEnvironment } from '../change/put-environment.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import { Answer, type Handlers } from '../handler.ts'
import { settingsOf } from './item.ts'

export const environmentHandlers = {
  async putEnvironment(context, { body }) {
    const outcome = await write(context, (w) => putEnvironment(w, body))
    return new Answer(outcome === 'created' ? 201 : 200, 'OK')
  },

  async getEnvironment(context, { params }) {
    const { id } = await environmentOfPath(context, params.env_name)
    return tagged(await environmentRecord(context, id), settingsOf)
  },
} satisfies Partial<Handlers>
