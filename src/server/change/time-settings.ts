import type { ResponseOf } from '#contract/endpoint.ts'
import type { getTimeSettings } from '#contract/organization-settings.ts'
import { countMembers } from '../member/queries.ts'
import { findSettings } from '../organization/queries.ts'
import type { Place } from './path.ts'

/** The section `time` as it is read. */
export async function timeSettingsRecord({
  org,
}: Place): Promise<ResponseOf<typeof getTimeSettings>> {
  const { settings, ...changed } = await findSettings(org, 'time')
  return { ...settings, ...changed, member_count: await countMembers(org) }
}
