import type { Control } from '#contract/control.ts'
import { controlsOf } from '#domain/policy-document.ts'
import { controlItem, settingsOf } from '../control/item.ts'
import type { ControlRow } from '../control/queries.ts'
import { requireFresh } from '../entity-tag.ts'
import { listVersionsInUse } from '../policy/attachment-queries.ts'
import type { Place } from './path.ts'
import type { Write } from './write.ts'

/** Controls as GET answers them, with the policies in use whose newest version has a rule for them. */
export async function controlRecords({ org }: Place, rows: ControlRow[]): Promise<Control[]> {
  const policies = (await listVersionsInUse(org)).map(({ name, document }) => ({
    name,
    controls: controlsOf(document),
  }))
  const referencing = (identifier: string) =>
    policies.filter(({ controls }) => controls.includes(identifier)).map(({ name }) => name)
  return rows.map((row) => controlItem(row, referencing(row.identifier)))
}

/** A control as GET answers it. */
export async function controlRecord(place: Place, row: ControlRow): Promise<Control> {
  const [record] = await controlRecords(place, [row])
  return record!
}

/** Refuses to change a control that the caller read in another state. @throws Problem 412 */
export function requireFreshControl(write: Write, control: ControlRow): Promise<void> {
  return requireFresh(write, () => controlRecord(write, control), settingsOf)
}
