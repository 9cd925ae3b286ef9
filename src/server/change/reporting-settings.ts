import type { ResponseOf } from '#contract/endpoint.ts'
import type { getReportingSettings } from '#contract/organization-settings.ts'
import { type SilentMinutes, staleBefore } from '#domain/stale-report.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { countPhysicalByType } from '../environment/standing-queries.ts'
import type { OrgContext } from '../handler.ts'
import { findSettings } from '../organization/queries.ts'

/** After how long a silence environments are stale, by their type. */
export async function silentMinutes(org: OrgDatabase): Promise<SilentMinutes> {
  return (await findSettings(org, 'reporting')).settings
}

/** The section `reporting` as it is read. */
export async function reportingSettingsRecord({
  org,
  clock,
}: OrgContext): Promise<ResponseOf<typeof getReportingSettings>> {
  const { settings, ...changed } = await findSettings(org, 'reporting')
  const environments = await countPhysicalByType(org, staleBefore(settings, clock()))
  return { ...settings, ...changed, environments }
}
