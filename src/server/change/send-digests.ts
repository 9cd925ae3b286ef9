import { digestPayload, type Payload } from '../notification/payload.ts'
import {
  gatherHeld,
  listDueDigests,
  listDueHeld,
  listGathered,
  sendDigest,
  settleHeld,
} from '../notification/outbox-queries.ts'
import { digestsFor, type Telling } from './gather-digests.ts'

/** Deliveries at a time. */
const batch = 500

/** Lets go what was held and not taken back in time. @returns how many deliveries that were */
export async function releaseHeld(place: Telling, now: number): Promise<number> {
  const { org } = place
  const due = await listDueHeld(org, now, batch)
  const isOut = (one: (typeof due)[number]) => one.disabled_at !== null
  const isMuted = (one: (typeof due)[number]) => (one.muted_until ?? 0) > now
  const idsOf = (some: typeof due) => some.map(({ id }) => id)
  const out = due.filter((one) => isOut(one) && !isMuted(one))
  const rest = due.filter((one) => !isOut(one) && !isMuted(one))
  const gathered = rest.filter(({ digest }) => digest !== 'none')
  await settleHeld(org, idsOf(due.filter(isMuted)), { state: 'muted', next_at: null })
  await settleHeld(org, idsOf(out), { state: 'failed', next_at: null })
  await settleHeld(org, idsOf(rest.filter(({ digest }) => digest === 'none')), {
    state: 'waiting',
    next_at: now,
  })
  const digests = await digestsFor(place, gathered, now)
  await gatherHeld(
    org,
    gathered.map(({ id, target_id }) => ({ id, digest_id: digests.get(target_id) ?? '' })),
  )
  return due.length
}

/** Puts digests whose time has come on their way. @returns how many */
export async function sendDigests(place: Telling, now: number): Promise<number> {
  const { org } = place
  const due = await listDueDigests(org, now, batch)
  for (const { id, number, name } of due) {
    const gathered = await listGathered(org, id)
    const events = gathered.flatMap(({ payload }) => (payload ? [payload as Payload] : []))
    await sendDigest(org, id, digestPayload(place, { number, name }, events, now), now)
  }
  return due.length
}
