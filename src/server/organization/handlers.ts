import { overrideSettingsRecord, putOverrideSettings } from '../change/override-settings.ts'
import { putSettings, settingsPart } from '../change/put-settings.ts'
import { reportingSettingsRecord } from '../change/reporting-settings.ts'
import { timeSettingsRecord } from '../change/time-settings.ts'
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

  async getReportingSettings(context) {
    return tagged(await reportingSettingsRecord(context), settingsPart('reporting'))
  },

  async putReportingSettings(context, { body }) {
    await write(context, (w) => putSettings(w, 'reporting', body))
    return tagged(await reportingSettingsRecord(context), settingsPart('reporting'))
  },

  async getTimeSettings(context) {
    return tagged(await timeSettingsRecord(context), settingsPart('time'))
  },

  async putTimeSettings(context, { body }) {
    await write(context, (w) => putSettings(w, 'time', body))
    return tagged(await timeSettingsRecord(context), settingsPart('time'))
  },
} satisfies Partial<Handlers>
