import type { ControlVersion } from '#contract/control.ts'
import { versionItem } from '../control/item.ts'
import { findVersions } from '../control/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** A control as it was in a version, and as it is now; null where there is no such thing. */
export async function controlVersionsOf(
  org: OrgDatabase,
  identifier: string,
  version: number | null,
): Promise<{ recorded: ControlVersion | null; current: ControlVersion | null }> {
  const rows = await findVersions(org, identifier, version)
  const recorded = rows.find((row) => row.version === version)
  const current = rows[0]
  return {
    recorded: recorded ? versionItem(recorded) : null,
    current: current ? versionItem(current) : null,
  }
}
