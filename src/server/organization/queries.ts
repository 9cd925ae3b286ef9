import {
  type OrganizationSettings,
  settingDefaults,
  type SettingSection,
} from '#contract/organization/organization-settings.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** Settings of a section, with who set them last. */
interface StoredSettings<Section extends SettingSection> {
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

/** Converts a row; fields added since it was written have their defaults. */
function stored<Section extends SettingSection>(
  section: Section,
  row: Row,
): StoredSettings<Section> {
  const { value, changed_at = null, changed_by = null } = row ?? {}
  return { settings: { ...settingDefaults[section], ...(value as object) }, changed_at, changed_by }
}

/** Finds the settings of a section. */
export async function findSettings<Section extends SettingSection>(
  org: OrgDatabase,
  section: Section,
): Promise<StoredSettings<Section>> {
  return stored(section, await sectionRow(org, section).executeTakeFirst())
}

/**
 * Finds the settings of some sections, without who set them: as they came with the caller, else by one
 * statement.
 */
export async function findSections<Section extends SettingSection>(
  org: OrgDatabase,
  sections: readonly Section[],
): Promise<Pick<OrganizationSettings, Section>> {
  const stored = org.settings ?? (await readSections(org, sections))
  const found = sections.map((section) => [
    section,
    { ...settingDefaults[section], ...stored[section] },
  ])
  return Object.fromEntries(found) as Pick<OrganizationSettings, Section>
}

async function readSections(org: OrgDatabase, sections: readonly SettingSection[]) {
  const rows = await org
    .selectFrom('organization_setting')
    .select(['section', 'value'])
    .where('organization_setting.section', 'in', sections)
    .execute()
  return Object.fromEntries(rows.map(({ section, value }) => [section, value]))
}

/** Finds the settings of a section and locks them. */
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

/** Stores a section; called with the section locked. */
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

/** Counts entries of refused sign-ins since an instant, without those that wait for their number. */
export async function countRefusedSignIns(org: OrgDatabase, since: number): Promise<number> {
  const { count } = await org
    .selectFrom('record_seal')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('record_seal.kind', '=', 'sign_in_refused')
    .where('record_seal.recorded_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
