import { isDeepStrictEqual } from 'node:util'
import type { EnvironmentSelector } from '#contract/notification-page.ts'
import type { Trigger } from '#contract/notification-words.ts'
import { oppositeOf } from '#domain/flap.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { listSelected } from '../environment/selector-queries.ts'
import {
  listSelecting,
  listWatched,
  markSelectionStale,
  replaceWatches,
  takeSelectionStale,
  type Watches,
} from '../notification/queries.ts'

/** The environments that a notification watches: those it names, and those that its selector takes. */
export async function environmentsOf(
  org: OrgDatabase,
  namedIds: readonly string[],
  selector: EnvironmentSelector | null,
): Promise<Watches['environments']> {
  const taken = selector === null ? [] : await listSelected(org, selector)
  const named = new Set(namedIds)
  return [
    ...namedIds.map((id) => ({ id, is_named: true })),
    ...taken.filter(({ id }) => !named.has(id)).map(({ id }) => ({ id, is_named: false })),
  ]
}

/** Triggers that are not told, but that take back what is. */
export function silentTriggers(triggers: readonly Trigger[], mergeSeconds: number): Trigger[] {
  if (mergeSeconds === 0) return []
  const opposite = triggers.flatMap((trigger) => oppositeOf[trigger] ?? [])
  return opposite.filter((trigger) => !triggers.includes(trigger))
}

/**
 * After environments came, went, or got other names or tags, or a selector was given: selectors take
 * what they now take. That they are to is kept with the change itself; until they do, nothing that
 * happens is left out of the outbox.
 */
export async function watchSelectedAfter(org: OrgDatabase): Promise<void> {
  await markSelectionStale(org)
  // Writers of notifications lock them before environments: within this transaction it would be the
  // other way round.
  org.afterCommit((outer) => outer.transaction(watchSelected).then(() => undefined))
}

/** Has selectors take what they now take, where that may be other than before. @returns whether it may */
export async function watchSelected(org: OrgDatabase): Promise<boolean> {
  if (!(await takeSelectionStale(org))) return false
  const rows = await listSelecting(org)
  const watched = await listWatched(
    org,
    rows.map(({ id }) => id),
  )
  for (const { id, selector, triggers, merge_seconds } of rows) {
    const before = watched
      .filter((one) => one.notification_id === id)
      .map((one) => ({ id: one.id, is_named: one.is_named }))
    const namedIds = before.filter((one) => one.is_named).map((one) => one.id)
    const environments = await environmentsOf(org, namedIds, selector)
    if (isDeepStrictEqual(before, environments)) continue
    const silent = silentTriggers(triggers, merge_seconds)
    await replaceWatches(org, id, { environments, triggers, silent })
  }
  return true
}
