import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { setDefault } from '#server/database/system/users.ts'
import type { Handlers } from '#server/request/handler.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { findPreference, storePreference } from './queries.ts'

export const userHandlers = {
  async getDefaultOrganization({ systemDatabase, actor }) {
    const { default_org } = await systemDatabase.sessionOf(actor)
    return { default_org_name: default_org ?? '' }
  },

  async setDefaultOrganization(context) {
    // A service account is in one organization, which is its default already.
    if (context.actor.isServiceAccount) return 'OK'
    await inUnitOfWork(context, async (write) => {
      if (!(await setDefault(write.org, write.actor.userId))) return
      const body = { organization: write.orgName }
      await appendAuditEntry(write, { kind: 'default_organization_set', subject: {}, body })
    })
    return 'OK'
  },

  async setExperimentalFeatures() {
    return 'OK'
  },
} satisfies Partial<Handlers>

export const preferenceHandlers = {
  async savePreference(context, { params, body }) {
    const { page } = params
    const { search } = body
    await inUnitOfWork(context, async (write) => {
      const key = { user_id: write.actor.userId, page }
      if ((await findPreference(write.org, key)) === search) return
      await storePreference(write.org, { ...key, search })
      const kind = 'preference_saved'
      await appendAuditEntry(write, { kind, subject: {}, body: { page, search } })
    })
    return 'OK'
  },
} satisfies Partial<Handlers>
