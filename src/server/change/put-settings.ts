import { isDeepStrictEqual } from 'node:util'
import {
  type OrganizationSettings,
  settingDefaults,
  type SettingSection,
} from '#contract/organization-settings.ts'
import { requireFresh } from '../entity-tag.ts'
import { lockSettings, storeSettings } from '../organization/queries.ts'
import { leaveRecord } from './leave-record.ts'
import type { Write } from './write.ts'

/** What of a section people edit: its entity tag stands for that. */
export const settingsPart =
  (section: SettingSection) =>
  (record: object): object =>
    Object.fromEntries(
      Object.entries(record).filter(([field]) => field in settingDefaults[section]),
    )

/**
 * Sets a section of the organization's settings. A call that changes nothing leaves no trace.
 * @throws Problem 412 when the section changed since the caller read it
 */
export async function putSettings<Section extends SettingSection>(
  write: Write,
  section: Section,
  asked: OrganizationSettings[Section],
): Promise<void> {
  const { org, at, actor } = write
  const { settings: before, ...changed } = await lockSettings(org, section)
  const record = { ...before, ...changed }
  await requireFresh(write, () => Promise.resolve(record), settingsPart(section))
  if (isDeepStrictEqual(before, asked)) return
  await storeSettings(org, section, { value: asked, changed_at: at, changed_by: actor.name })
  await leaveRecord(write, {
    kind: 'settings_changed',
    subject: { settings: section },
    body: { section, ...asked },
    before,
  })
}
