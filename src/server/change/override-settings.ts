import type { ResponseOf } from '#contract/endpoint.ts'
import type { getOverrideSettings, OverrideSettings } from '#contract/organization-settings.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { countFlowsTagged } from '../flow/queries.ts'
import { listMembersOfRole } from '../member/queries.ts'
import { findSettings } from '../organization/queries.ts'
import { refused } from '../problem.ts'
import type { Place } from './path.ts'
import { putSettings } from './put-settings.ts'
import type { Write } from './write.ts'

/** How overrides are made. */
export const overrideSettings = async (org: OrgDatabase): Promise<OverrideSettings> =>
  (await findSettings(org, 'overrides')).settings

/** The section `overrides` as it is read. */
export async function overrideSettingsRecord({
  org,
}: Place): Promise<ResponseOf<typeof getOverrideSettings>> {
  const { settings, ...changed } = await findSettings(org, 'overrides')
  const { approval, approval_tags } = settings
  const flow_count =
    approval === 'off' ? 0 : await countFlowsTagged(org, approval === 'all' ? null : approval_tags)
  return { ...settings, ...changed, flow_count }
}

/** Sets how overrides are made. @throws Problem 400 for approvers who could not, 412 */
export async function putOverrideSettings(write: Write, asked: OverrideSettings): Promise<void> {
  const approvers = [...new Set(asked.approvers)]
  const able = await listMembersOfRole(write.org, approvers, ['admin', 'member'])
  const refusals = asked.approvers.flatMap((name, index) =>
    able.includes(name)
      ? []
      : [
          {
            path: ['approvers', index],
            reason: `'${name}' is no admin or member of organization '${write.orgName}'`,
            input: name,
          },
        ],
  )
  if (refusals.length > 0) throw refused(refusals)
  await putSettings(write, 'overrides', {
    ...asked,
    approvers,
    approval_tags: [...new Set(asked.approval_tags)],
    approver_roles: [...new Set(asked.approver_roles)],
  })
}
