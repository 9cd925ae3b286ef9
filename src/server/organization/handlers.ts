import { overrideSettingsRecord, putOverrideSettings } from '../change/override-settings.ts'
import { settingsPart } from '../change/put-settings.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import type { Handlers } from '../handler.ts'

export const organizationHandlers = {
  async getOverrideSettings(context) {
    return tagged(await overrideSettingsRecord(context), settingsPart('overrides'))
  },

  async putOverrideSettings(context, { body }) {
    await write(context, (w) => putOverrideSettings(w, body))
    return tagged(await overrideSettingsRecord(context), settingsPart('overrides'))
  },
} satisfies Partial<Handlers>
