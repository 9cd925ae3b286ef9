import type { Trigger } from '#contract/notification-words.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { listEnvironmentsNamed } from '../environment/queries.ts'
import type { OrgContext } from '../handler.ts'
import { findNewestTold } from '../notification/event-queries.ts'
import { type Payload, payloadOf, type ToldEvent } from '../notification/payload.ts'
import { refusedField } from '../problem.ts'
import { stateOf } from '../snapshot/queries.ts'

interface Asked {
  environment: string | null
  trigger: Trigger
}

/**
 * What targets would be told of an event of a kind: of the newest one, or of one that is made up.
 * @throws Problem 400 for an unknown environment
 */
export async function samplePayload(
  context: Pick<OrgContext, 'org' | 'orgName' | 'links' | 'clock'>,
  { environment, trigger }: Asked,
): Promise<{ event_at: number | null; payload: Payload }> {
  const { org, orgName, clock } = context
  const [row] = environment === null ? [] : await listEnvironmentsNamed(org, [environment])
  if (environment !== null && !row) {
    const reason = `Environment named '${environment}' does not exist for organization '${orgName}'`
    throw refusedField('environment', reason, environment)
  }
  const newest = row && (await findNewestTold(org, row.id, trigger))
  if (newest?.payload) {
    return { event_at: newest.recorded_at, payload: newest.payload as Payload }
  }
  const made = await madeUp(org, row, trigger, clock())
  const isBad = trigger === 'ON_NON_COMPLIANT_ENV'
  const reasons = isBad ? ["Policy 'example' requires provenance: no flow holds the artifact"] : []
  const verdict = { compliant: made.name === null ? null : true, reasons }
  return { event_at: null, payload: payloadOf(context, made, null, verdict) }
}

async function madeUp(
  org: OrgDatabase,
  row: { id: string; name: string } | undefined,
  trigger: Trigger,
  now: number,
): Promise<ToldEvent> {
  const { snapshot_index = 0, state = null } = row ? await stateOf(org, row.id) : {}
  const isOfState = trigger === 'ON_NON_COMPLIANT_ENV' || trigger === 'ON_COMPLIANT_ENV'
  return {
    trigger,
    environment: row?.name ?? 'production',
    recorded_at: now,
    snapshot_index: snapshot_index === 0 ? null : snapshot_index,
    snapshot_state: isOfState ? trigger === 'ON_COMPLIANT_ENV' : state,
    name: isOfState ? null : 'example:1.0',
    fingerprint: isOfState ? null : 'e'.repeat(64),
    was: trigger === 'ON_STARTED_ARTIFACT' ? 0 : 1,
    now: trigger === 'ON_EXITED_ARTIFACT' ? 0 : 2,
  }
}
