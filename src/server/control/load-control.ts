import type { Control, ControlVersion } from '#contract/control/control.ts'
import { controlsOf } from '#domain/policy/parse-policy.ts'
import type { OrgScope, OrgDatabase } from '#server/database/org-database.ts'
import { notFound } from '#server/platform/problem.ts'
import { listVersionsInUse } from '#server/policy/queries.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { type ControlRow, type listVersionRows, findControl, findVersions } from './queries.ts'

const appliesOf = ({ owner, scope }: Pick<ControlRow, 'owner' | 'scope'>) => ({
  ...(owner && { owner }),
  ...(scope && { scope }),
})

/** Serializes a control. */
function controlItem(row: ControlRow, policies_referencing: string[]): Control {
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
    ...appliesOf(row),
  }
}

/** Fields of a control that people edit: its entity tag covers them, not policies. */
export const settingsOf = ({ policies_referencing: _policies, ...settings }: Control) => settings

type VersionRow = Awaited<ReturnType<typeof listVersionRows>>[number]

/** Serializes a version of a control. */
export const versionItem = (row: VersionRow): ControlVersion => ({
  version: row.version,
  event: row.event,
  name: row.name,
  description: row.description,
  links: row.links,
  created_by: row.created_by,
  timestamp: row.created_at,
  ...appliesOf(row),
})

/** The problem of an unknown control. */
export const unknownControl = ({ orgName }: OrgScope, identifier: string) =>
  `Control '${identifier}' does not exist in organization '${orgName}'`

/** Finds the control of a path, archived ones included. @throws Problem 404 */
export async function controlOfPath(scope: OrgScope, identifier: string) {
  const control = await findControl(scope.org, identifier)
  if (!control) throw notFound(unknownControl(scope, identifier))
  return control
}

/**
 * Reads controls as GET answers them, with the active policies whose newest version has a rule for
 * them.
 */
export async function controlRecords({ org }: OrgScope, rows: ControlRow[]): Promise<Control[]> {
  const policies = (await listVersionsInUse(org)).map(({ name, document }) => ({
    name,
    controls: controlsOf(document),
  }))
  const referencing = (identifier: string) =>
    policies.filter(({ controls }) => controls.includes(identifier)).map(({ name }) => name)
  return rows.map((row) => controlItem(row, referencing(row.identifier)))
}

/** Reads a control as GET answers it. */
export async function controlRecord(scope: OrgScope, row: ControlRow): Promise<Control> {
  const [record] = await controlRecords(scope, [row])
  return record!
}

/** Requires that the caller read the current control. @throws Problem 412 */
export function requireFreshControl(write: UnitOfWork, control: ControlRow): Promise<void> {
  return requireFresh(write, () => controlRecord(write, control), settingsOf)
}

/** Returns a control as of a version, and its newest version; null if there is none. */
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
