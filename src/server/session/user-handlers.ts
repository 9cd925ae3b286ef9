import { write } from '../change/write.ts'
import { setDefault } from '../database/across-organizations/people.ts'
import type { Handlers } from '../handler.ts'
import { appendRecord } from '../record/queries.ts'

export const userHandlers = {
  async getDefaultOrganization({ across, actor }) {
    const { default_org } = await across.sessionOf(actor)
    return { default_org_name: default_org ?? '' }
  },

  async setDefaultOrganization(context) {
    // A service account is in one organization, which is its default already.
    if (context.actor.isServiceAccount) return 'OK'
    await write(context, async ({ org, orgName, at, actor, newId }) => {
      if (!(await setDefault(org, actor.userId))) return
      const body = { organization: orgName }
      const kind = 'default_organization_set'
      await appendRecord(org, { id: newId(), at, actor, kind, subject: {}, body })
    })
    return 'OK'
  },

  async setExperimentalFeatures() {
    return 'OK'
  },
} satisfies Partial<Handlers>
