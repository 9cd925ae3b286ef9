import { isDeepStrictEqual } from 'node:util'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { findSelectedEnvironments } from '#contract/notification/draft.ts'
import type { EnvironmentSelector } from '#contract/environment/environment-type.ts'
import type { Trigger } from '#contract/notification/notification-types.ts'
import { oppositeOf } from '#domain/notification/triggers.ts'
import type { OrgDatabase, OrgScope } from '#server/database/org-database.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import {
  type Watches,
  markSelectionStale,
  takeSelectionStale,
  listSelecting,
  listWatched,
  replaceWatches,
} from './queries.ts'
import { listSelected, type Watcher, listWatchers } from './watch-queries.ts'

/**
 * Returns the environments that a notification watches: named ones, and those that its selector
 * matches.
 */
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

/** Triggers that send nothing, but revert changes that were sent. */
export function silentTriggers(triggers: readonly Trigger[], mergeSeconds: number): Trigger[] {
  if (mergeSeconds === 0) return []
  const opposite = triggers.flatMap((trigger) => oppositeOf[trigger] ?? [])
  return opposite.filter((trigger) => !triggers.includes(trigger))
}

/**
 * Resolves selectors again, after environments came, went, or changed names or tags, or a selector
 * was set. The need to is stored with the change itself; until it is done, no event is left out of
 * the outbox.
 */
export async function refreshWatchesAfterCommit(org: OrgDatabase): Promise<void> {
  await markSelectionStale(org)
  // Writers of notifications lock them before environments; within this transaction the order would
  // be reversed.
  org.afterCommit((outer) => outer.transaction(refreshSelectedWatches).then(() => undefined))
}

/**
 * Resolves selectors that may match other environments than before.
 * @returns whether there were any
 */
export async function refreshSelectedWatches(org: OrgDatabase): Promise<boolean> {
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

/** Lists notifications that watch an environment. @throws Problem 404 */
export async function watchersOf(scope: OrgScope, environmentName: string): Promise<Watcher[]> {
  const { id } = await environmentOfPath(scope, environmentName)
  return listWatchers(scope.org, id)
}

/** Finds the environments that a selector matches now, by name. */
export async function findSelected(
  org: OrgDatabase,
  { tag, type, name_pattern }: QueryOf<typeof findSelectedEnvironments>,
) {
  const rows = await listSelected(org, { tags: tag, types: type, name_pattern })
  return rows.map(({ name, type: kind, state }) => ({ name, type: kind, state }))
}
