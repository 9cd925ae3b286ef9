import type { OrgDatabase } from '../database/org-database.ts'
import { listWatched } from './queries.ts'
import { listTargetRows, type TargetRow } from './target-queries.ts'

/** What a notification watches and whom it tells, in order. */
interface Parts {
  watched: Awaited<ReturnType<typeof listWatched>>
  targets: TargetRow[]
}

/** What belongs to some notifications, by their ids. */
export async function readParts(
  org: OrgDatabase,
  ids: readonly string[],
): Promise<(id: string) => Parts> {
  const parts = new Map<string, Parts>(ids.map((id) => [id, { watched: [], targets: [] }]))
  for (const one of await listWatched(org, ids)) {
    parts.get(one.notification_id)?.watched.push(one)
  }
  for (const one of await listTargetRows(org, ids)) {
    parts.get(one.notification_id)?.targets.push(one)
  }
  return (id) => parts.get(id) ?? { watched: [], targets: [] }
}
