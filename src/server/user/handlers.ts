import { insertAuditEntry } from '#server/audit-log/queries.ts'
import { setDefault } from '#server/database/system/users.ts'
import type { Handlers } from '#server/request/handler.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { savePreference } from './save-preference.ts'

export const userHandlers = {
  async getDefaultOrganization({ across, actor }) {
    const { default_org } = await across.sessionOf(actor)
    return { default_org_name: default_org ?? '' }
  },

  async setDefaultOrganization(context) {
    // A service account is in one organization, which is its default already.
    if (context.actor.isServiceAccount) return 'OK'
    await inUnitOfWork(context, async ({ org, orgName, at, actor, newId }) => {
      if (!(await setDefault(org, actor.userId))) return
      const body = { organization: orgName }
      const kind = 'default_organization_set'
      await insertAuditEntry(org, { id: newId(), at, actor, kind, subject: {}, body })
    })
    return 'OK'
  },

  async setExperimentalFeatures() {
    return 'OK'
  },
} satisfies Partial<Handlers>

export const preferenceHandlers = {
  async savePreference(context, { params, body }) {
    await inUnitOfWork(context, (w) => savePreference(w, params.page, body.search))
    return 'OK'
  },
} satisfies Partial<Handlers>
