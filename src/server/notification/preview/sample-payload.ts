import type { PickedEvent } from '#contract/notification/draft.ts'
import type { Trigger } from '#contract/notification/notification-types.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listEnvironmentsNamed } from '#server/environment/queries.ts'
import { buildPayloads } from '#server/notification/dispatch/build-payloads.ts'
import {
  type Payload,
  buildPayload,
  type PayloadEvent,
} from '#server/notification/dispatch/payload.ts'
import { findNewestDispatched } from '#server/notification/dispatch/queries.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { findSnapshot, stateOf } from '#server/snapshot/queries.ts'

interface SampleQuery {
  environment?: string | null | undefined
  /** By default that an environment became non-compliant. */
  trigger?: Trigger | null | undefined
}

/**
 * Builds the payload of an event listed by a backtest, as far as it is stored.
 * @throws Problem 400 for an unknown environment
 */
export async function payloadOfPicked(
  context: Pick<OrgContext, 'org' | 'orgName' | 'links' | 'clock' | 'onUnreadable'>,
  { at, trigger, artifact_name, fingerprint, was, now, ...subject }: PickedEvent,
): Promise<{ event_at: number; payload: Payload }> {
  const { org } = context
  const row = await environmentNamed(context, subject.environment, 'event.environment')
  const index = subject.snapshot_index ?? 0
  const snapshot = index === 0 ? undefined : await findSnapshot(org, row.id, index)
  const event = {
    id: '',
    environment_id: row.id,
    environment: row.name,
    trigger,
    recorded_at: at,
    snapshot_index: snapshot ? index : null,
    snapshot_state: snapshot?.state ?? null,
    name: artifact_name ?? null,
    fingerprint: fingerprint ?? null,
    was: was ?? null,
    now: now ?? null,
  }
  const payloads = await buildPayloads(context, [event], context.clock())
  return { event_at: at, payload: payloads[0]?.payload ?? buildPayload(context, event, null, null) }
}

/** @throws Problem 400 on the field that names it */
async function environmentNamed(
  { org, orgName }: Pick<OrgContext, 'org' | 'orgName'>,
  name: string,
  field: string,
) {
  const [row] = await listEnvironmentsNamed(org, [name])
  if (row) return row
  const reason = `Environment named '${name}' does not exist for organization '${orgName}'`
  throw fieldProblem(field, reason, name)
}

/**
 * Builds the payload of an event of a kind: of the newest one, or of a made-up one.
 * @throws Problem 400 for an unknown environment
 */
export async function samplePayload(
  context: Pick<OrgContext, 'org' | 'orgName' | 'links' | 'clock'>,
  { environment, ...query }: SampleQuery,
): Promise<{ event_at: number | null; payload: Payload }> {
  const { org, clock } = context
  const trigger = query.trigger ?? 'ON_NON_COMPLIANT_ENV'
  const row =
    environment == null ? undefined : await environmentNamed(context, environment, 'environment')
  const newest = row && (await findNewestDispatched(org, row.id, trigger))
  if (newest?.payload) {
    return { event_at: newest.recorded_at, payload: newest.payload as Payload }
  }
  const made = await madeUp(org, row, trigger, clock())
  const isBad = trigger === 'ON_NON_COMPLIANT_ENV'
  const reasons = isBad ? ["Policy 'example' requires provenance: no flow holds the artifact"] : []
  const compliant = made.name === null ? null : true
  const verdict = { compliant, qualifiers: null, reasons, explained: 1 }
  return { event_at: null, payload: buildPayload(context, made, null, verdict) }
}

async function madeUp(
  org: OrgDatabase,
  row: { id: string; name: string } | undefined,
  trigger: Trigger,
  now: number,
): Promise<PayloadEvent> {
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
