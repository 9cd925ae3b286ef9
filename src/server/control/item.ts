import type { Control, ControlVersion } from '#contract/control.ts'
import type { ControlRow, listVersionRows } from './queries.ts'

/** A control as it is read (wire.md 17). */
export function controlItem(row: ControlRow, policies_referencing: string[]): Control {
  return {
    identifier: row.identifier,
    name: row.name,
    ...(row.description && { description: row.description }),
    version: row.version,
    archived: row.archived_at !== null,
    created_by: row.created_by,
    created_at: row.created_at,
    tags: row.tags,
    links: row.links,
    policies_referencing,
  }
}

/** What people change of a control: its entity tag stands for that, not for policies. */
export const settingsOf = ({ policies_referencing: _policies, ...settings }: Control) => settings

type VersionRow = Awaited<ReturnType<typeof listVersionRows>>[number]

/** A version of a control as it is read. */
export const versionItem = (row: VersionRow): ControlVersion => ({
  version: row.version,
  event: row.event,
  name: row.name,
  description: row.description,
  links: row.links,
  created_by: row.created_by,
  timestamp: row.created_at,
})
