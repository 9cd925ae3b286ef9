import type { Control } from '#contract/control.ts'
import { requireFresh } from '../entity-tag.ts'
import { controlItem, settingsOf } from '../control/item.ts'
import { policiesReferencing } from '../control/policy-queries.ts'
import type { ControlRow } from '../control/queries.ts'
import type { Place } from './path.ts'
import type { Write } from './write.ts'

/** Controls as GET answers them. */
export async function controlRecords({ org }: Place, rows: ControlRow[]): Promise<Control[]> {
  const policies = await policiesReferencing(
    org,
    rows.map((row) => row.identifier),
  )
  return rows.map((row) => controlItem(row, policies.get(row.identifier) ?? []))
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
