import type { OrgDatabase } from '../database/org-database.ts'
import type { IdSource } from '../id.ts'
import type { Links } from '../links.ts'
import {
  listToTell,
  listUntold,
  markTold,
  type ToTell,
  type UntoldEvent,
} from '../notification/event-queries.ts'
import {
  insertDeliveries,
  listHeld,
  type NewDelivery,
  settleHeld,
} from '../notification/outbox-queries.ts'
import { dampFlaps } from './damp-flaps.ts'
import { digestsFor, type Telling } from './gather-digests.ts'
import { payloadsOf } from './payloads-of.ts'
import { releaseHeld, sendDigests } from './send-digests.ts'
import { watchSelected } from './watch-selected.ts'

/** Events at a time. */
const batch = 200

/** What telling takes. */
export interface Teller {
  org: OrgDatabase
  newId: IdSource
  links: Links
  nameOf(orgId: string): Promise<string>
}

/**
 * Makes a delivery to each target that is to be told of an event in the outbox, and lets go what was
 * held or gathered until now. One process at a time does that in an organization, so that deliveries
 * come about in the order of the events.
 * @returns how many events and deliveries that were
 */
export async function tellTargets(teller: Teller, now: number): Promise<number> {
  const orgName = await teller.nameOf(teller.org.orgId)
  return teller.org.transaction(async (org) => {
    if (!(await org.tryLock('notifications'))) return 0
    const place = { org, orgName, links: teller.links, newId: teller.newId }
    const events = await listUntold(org, batch)
    // After the events are read: what their environments are was recorded before they happened.
    const isAnew = await watchSelected(org)
    if (events.length > 0) {
      await tellEvents(place, events, now)
      return events.length
    }
    return Number(isAnew) + (await releaseHeld(place, now)) + (await sendDigests(place, now))
  })
}

async function tellEvents(
  place: Telling,
  events: readonly UntoldEvent[],
  now: number,
): Promise<void> {
  const { org } = place
  const ids = events.map(({ id }) => id)
  const rows = await listToTell(org, ids)
  const damped = rows.filter(({ merge_seconds }) => merge_seconds > 0)
  const held = damped.length > 0 ? await listHeld(org, notificationsOf(damped)) : []
  const { merged, takenBack } = dampFlaps(rows, held)
  const told = rows.filter((row) => row.is_told)
  const isOut = (row: ToTell) => row.disabled_at !== null || isMuted(row) || merged.has(row)
  const digests = await digestsFor(
    place,
    told.filter((row) => !isOut(row) && row.digest !== 'none' && !isHeld(row)),
    now,
  )
  const made = told.map((row): NewDelivery => {
    const id = place.newId()
    const digest = digests.get(row.target_id) ?? null
    return {
      id,
      message_id: id,
      kind: 'event',
      target_id: row.target_id,
      notification_id: row.notification_id,
      event_id: row.event_id,
      number: row.number,
      attempt_count: 0,
      created_at: now,
      ...standingOf(row, merged.has(row), digest, now),
    }
  })
  await insertDeliveries(org, made)
  await settleHeld(org, takenBack, { state: 'merged', next_at: null })
  await markTold(org, now, await payloadsOf(place, events))
}

const notificationsOf = (rows: readonly { notification_id: string }[]) => [
  ...new Set(rows.map(({ notification_id }) => notification_id)),
]

const isMuted = ({ muted_until, recorded_at }: Pick<ToTell, 'muted_until' | 'recorded_at'>) =>
  muted_until !== null && recorded_at < muted_until

/** Verdict changes wait until they are not taken back in time. */
const isHeld = ({ merge_seconds, trigger }: Pick<ToTell, 'merge_seconds' | 'trigger'>) =>
  merge_seconds > 0 && (trigger === 'ON_NON_COMPLIANT_ENV' || trigger === 'ON_COMPLIANT_ENV')

type Standing = Pick<NewDelivery, 'state' | 'next_at' | 'digest_id'>

function standingOf(
  row: ToTell,
  isMerged: boolean,
  digest_id: string | null,
  now: number,
): Standing {
  const none = { next_at: null, digest_id: null }
  if (isMuted(row)) return { state: 'muted', ...none }
  if (isMerged) return { state: 'merged', ...none }
  if (row.disabled_at !== null) return { state: 'failed', ...none }
  if (isHeld(row)) {
    return { state: 'held', next_at: row.recorded_at + row.merge_seconds, digest_id: null }
  }
  if (digest_id !== null) return { state: 'gathered', next_at: null, digest_id }
  return { state: 'waiting', next_at: now, digest_id: null }
}
