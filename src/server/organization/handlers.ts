import { deleteAsAdmin } from '#server/database/system/delete-organization.ts'
import type { OperatorWrite } from '#server/database/system/operator.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { requirePerson, requireShared } from '#server/request/access.ts'
import { tagged } from '#server/request/entity-tag.ts'
import type { Handlers } from '#server/request/handler.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  evidenceSettingsRecord,
  keySettingsRecord,
  overrideSettingsRecord,
  putKeySettings,
  putOverrideSettings,
  putSettings,
  reportingSettingsRecord,
  settingsPart,
  signInSettings,
  timeSettingsRecord,
} from './settings.ts'

export const organizationHandlers = {
  getSignInSettings: (context) => signInSettings(context),

  async deleteOrganization(context, { body: { organization } }) {
    const { orgName, systemDatabase } = context
    requireShared(context, 'Deletions')
    requirePerson(context, 'organizations to delete')
    if (organization !== orgName) {
      throw fieldProblem('organization', `Input should be '${orgName}'`, organization)
    }
    const { actor } = context
    const close = (write: OperatorWrite) => deleteAsAdmin(write, orgName, actor.userId)
    return { purge_at: await systemDatabase.write(context, close, actor) }
  },

  async getOverrideSettings(context) {
    return tagged(await overrideSettingsRecord(context), settingsPart('overrides'))
  },

  async putOverrideSettings(context, { body }) {
    await inUnitOfWork(context, (w) => putOverrideSettings(w, body))
    return tagged(await overrideSettingsRecord(context), settingsPart('overrides'))
  },

  async getReportingSettings(context) {
    return tagged(await reportingSettingsRecord(context), settingsPart('reporting'))
  },

  async putReportingSettings(context, { body }) {
    await inUnitOfWork(context, (w) => putSettings(w, 'reporting', body))
    return tagged(await reportingSettingsRecord(context), settingsPart('reporting'))
  },

  async getEvidenceSettings(context) {
    return tagged(await evidenceSettingsRecord(context), settingsPart('evidence'))
  },

  async putEvidenceSettings(context, { body }) {
    await inUnitOfWork(context, (w) => putSettings(w, 'evidence', body))
    return tagged(await evidenceSettingsRecord(context), settingsPart('evidence'))
  },

  async getKeySettings(context) {
    return tagged(await keySettingsRecord(context), settingsPart('keys'))
  },

  async putKeySettings(context, { body }) {
    await inUnitOfWork(context, (w) => putKeySettings(w, body))
    return tagged(await keySettingsRecord(context), settingsPart('keys'))
  },

  async getTimeSettings(context) {
    return tagged(await timeSettingsRecord(context), settingsPart('time'))
  },

  async putTimeSettings(context, { body }) {
    await inUnitOfWork(context, (w) => putSettings(w, 'time', body))
    return tagged(await timeSettingsRecord(context), settingsPart('time'))
  },
} satisfies Partial<Handlers>
