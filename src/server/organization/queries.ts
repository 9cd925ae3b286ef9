import {
  type OrganizationSettings,
  settingDefaults,
  type SettingSection,
} from '#contract/organization/organization-settings.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** A section as it is set, and who set it last. */
export interface StoredSettings<Section extends SettingSection> {
  settings: OrganizationSettings[Section]
  changed_at: number | null
  changed_by: string | null
}

const sectionRow = (org: OrgDatabase, section: SettingSection) =>
  org
    .selectFrom('organization_setting')
    .select(['value', 'changed_at', 'changed_by'])
    .where('organization_setting.section', '=', section)

type Row = Awaited<ReturnType<ReturnType<typeof sectionRow>['executeTakeFirst']>>

/** What a row says; fields that were added since it was written are as they are at first. */
function stored<Section extends SettingSection>(
  section: Section,
  row: Row,
): StoredSettings<Section> {
  const { value, changed_at = null, changed_by = null } = row ?? {}
  return { settings: { ...settingDefaults[section], ...(value as object) }, changed_at, changed_by }
}

/** What an organization has set in a section. */
export async function findSettings<Section extends SettingSection>(
  org: OrgDatabase,
  section: Section,
): Promise<StoredSettings<Section>> {
  return stored(section, await sectionRow(org, section).executeTakeFirst())
}

/** The same, locked against every other change of the section. */
export async function lockSettings<Section extends SettingSection>(
  org: OrgDatabase,
  section: Section,
): Promise<StoredSettings<Section>> {
  const nothing = { section, value: '{}', changed_at: null, changed_by: null }
  await org
    .insertInto('organization_setting', nothing)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return stored(section, await sectionRow(org, section).forUpdate().executeTakeFirst())
}

/** Sets a section; call it with the section locked. */
export async function storeSettings(
  org: OrgDatabase,
  section: SettingSection,
  { value, ...by }: { value: object; changed_at: number; changed_by: string },
): Promise<void> {
  await org
    .updateTable('organization_setting')
    .set({ value: JSON.stringify(value), ...by })
    .where('organization_setting.section', '=', section)
    .execute()
}
