import { digestEnd } from '#domain/digest.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { IdSource } from '../id.ts'
import type { Links } from '../links.ts'
import type { ToTell } from '../notification/event-queries.ts'
import {
  findOpenDigests,
  insertDeliveries,
  type NewDelivery,
} from '../notification/outbox-queries.ts'

/** Where telling happens: in a transaction that holds the organization's lock for it. */
export interface Telling {
  org: OrgDatabase
  orgName: string
  links: Links
  newId: IdSource
}

/** The digest that gathers for each target of a row; it is begun where there is none. */
export async function digestsFor(
  { org, newId }: Pick<Telling, 'org' | 'newId'>,
  rows: readonly Pick<ToTell, 'target_id' | 'notification_id' | 'digest' | 'number'>[],
  now: number,
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const open = await findOpenDigests(
    org,
    rows.map(({ target_id }) => target_id),
    now,
  )
  const digests = new Map(open.map(({ target_id, id }) => [target_id, id]))
  const begun = rows.flatMap((row): NewDelivery[] => {
    if (row.digest === 'none' || digests.has(row.target_id)) return []
    const id = newId()
    digests.set(row.target_id, id)
    return [
      {
        id,
        message_id: id,
        kind: 'digest',
        target_id: row.target_id,
        notification_id: row.notification_id,
        event_id: null,
        number: row.number,
        state: 'gathering',
        attempt_count: 0,
        created_at: now,
        next_at: digestEnd(row.digest, now),
        digest_id: null,
      },
    ]
  })
  await insertDeliveries(org, begun)
  return digests
}
