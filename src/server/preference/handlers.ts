import { savePreference } from '../change/save-preference.ts'
import { write } from '../change/write.ts'
import type { Handlers } from '../handler.ts'

export const preferenceHandlers = {
  async savePreference(context, { params, body }) {
    await write(context, (w) => savePreference(w, params.page, body.search))
    return 'OK'
  },
} satisfies Partial<Handlers>
