import { needsApproval, passesMore } from '#domain/override/override-rules.ts'
import {
  endKindOf,
  isAdvanceFor,
  recordInEffect,
  recordInEffectOn,
  type Subject,
} from '#domain/override/override.ts'
import { findTrailArtifact, listTargetArtifacts } from '#server/artifact/queries.ts'
import { makeCurrent, makeNoneCurrent, scopeKey } from '#server/attestation/queries.ts'
import { attestationEvents, type NamedArtifact } from '#server/attestation/append-attestation.ts'
import { auditStatements } from '#server/audit-log/append-entry.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import type { EndKind } from '#server/database/tables/override.ts'
import { appendEventsAndReevaluateTrail } from '#server/evaluation/evaluate-trail.ts'
import { enqueueReevaluation } from '#server/evaluation/queue.ts'
import { findSettings } from '#server/organization/queries.ts'
import { noteActivity } from '#server/database/flow-activity.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import { notFound, Problem } from '#server/platform/problem.ts'
import { lockTrailOfId, updateTrail } from '#server/trail/queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { recordsOfName, wholeReportsOf } from './queries.ts'
import { requireApprover, requireExpiry } from './request-approval.ts'
import { applyOverridesToReports, endWrites, expiryWrites, findOverride } from './state-queries.ts'

/**
 * Ends an override: the newest report or override that has not ended counts again.
 * @throws Problem 404 when it is unknown, 409 when it has ended already, 403 for one to
 * non-compliant that a second person has to end
 */
export async function endOverride(write: UnitOfWork, id: string, reason: string): Promise<void> {
  const override = await lockOverride(write, id)
  await requireEndApprover(write, override, write.at)
  await endLocked(write, override, { kind: endKindOf(override, write.actor), reason })
}

/** Finds an override and locks its trail. */
export async function findLocked(org: OrgDatabase, id: string) {
  const found = await findOverride(org, id)
  if (!found) return undefined
  const trail = await lockTrailOfId(org, found.trail_id)
  // Its state is read under the lock: somebody may have ended it meanwhile.
  const override = await findOverride(org, id)
  return override && { ...override, trail }
}

/** Finds an active override and locks its trail. @throws Problem 404 or 409 */
export async function lockOverride({ org, orgName }: UnitOfWork, id: string) {
  const override = await findLocked(org, id)
  if (!override) throw notFound(`Override '${id}' does not exist in organization '${orgName}'`)
  if (override.ended_at !== null) {
    throw new Problem(409, `Override '${id}' has ended already`, { code: 'override_ended' })
  }
  return override
}

type NameRecord = Awaited<ReturnType<typeof recordsOfName>>[number]

type Locked = Awaited<ReturnType<typeof lockOverride>>

/**
 * Requires another end of an override to come from who may approve one of its maker, if it lets more
 * pass where overrides need approval. @throws Problem 403
 */
async function requireEndApprover(
  write: UnitOfWork,
  override: Pick<Locked, 'is_compliant' | 'expires_at' | 'flow_tags' | 'created_by_id'>,
  end: number | null,
): Promise<void> {
  if (!passesMore(override, end)) return
  const { settings } = await findSettings(write.org, 'overrides')
  if (!needsApproval(settings, 'flow', override.flow_tags)) return
  await requireApprover(write, settings, override.created_by_id)
}

/** How an override ends. */
interface End {
  kind: EndKind
  reason: string
}

/** Ends an override whose trail is locked. */
export async function endLocked(write: UnitOfWork, locked: Locked, end: End): Promise<void> {
  const { org } = write
  const { id, name, trail, fingerprint } = locked
  const now = monotonicNow(write, trail.last_modified_at)
  const records = await recordsOfName(org, trail.id, name)
  const counting = countingWithout(id, records)
  const writes = storeEnd(now, locked, end)
  if (counting.length === 0) {
    await org.executeBatch(writes)
    return applyOverridesToReports(org, await wholeReportsOf(org, id), now.newId)
  }
  const artifact = fingerprint ? await findTrailArtifact(org, trail.id, fingerprint) : undefined
  const scopes = counting.map(({ scope }) => scope)
  const artifacts = artifact ? [artifact] : await listTargetArtifacts(org, trail.id, scopes)
  const counted = counting.flatMap((one) => countingOnArtifacts(id, records, one, artifacts))
  const events = counted.flatMap((one) => eventsOfEnd(locked, end, one, write.actor.name))
  await appendEventsAndReevaluateTrail(now, trail, events, [
    ...writes,
    ...makeOthersCurrent(org, locked, counting),
    updateTrail(org, trail.id, { last_modified_at: now.at }),
    noteActivity(org, trail.flow_id, now.at),
    enqueueEnd(now, locked, end),
  ])
  await applyOverridesToReports(org, await wholeReportsOf(org, id), now.newId)
}

/** Stores the end, and appends its audit entry. */
function storeEnd(now: UnitOfWork, locked: Locked, end: End): Statement[] {
  const { id, name, flow_name, trail_name } = locked
  const { org, actor, at } = now
  const by = { ended_at: at, ended_by: actor.name, ended_by_id: actor.userId }
  return [
    ...endWrites(org, { override_id: id, ...end, ...by }),
    ...auditStatements(now, {
      kind: 'override_ended',
      subject: { flow_name, trail_name },
      body: { override_id: id, attestation_name: name, flow_name, trail_name, ...end },
    }),
  ]
}

/** Events about what counts again, or about the override where nothing does. */
function eventsOfEnd(
  { id, name, type, is_compliant }: Locked,
  { kind }: End,
  { scope, record, meant }: ReturnType<typeof countingOnArtifacts>[number],
  ended_by: string,
) {
  const again = record ?? { id, type, is_compliant }
  const event = {
    attestation_type: again.type,
    is_compliant: again.is_compliant,
    attestation_id: again.id,
    template_reference_name: name,
    ...(record?.is_override && { is_override: true }),
    ended_override_id: id,
    end_kind: kind,
    ended_by,
  }
  return attestationEvents(event, [scope], meant)
}

/** Makes current in each scope what counts there without the override, if anything does. */
function makeOthersCurrent(
  org: OrgDatabase,
  { name, trail }: Locked,
  counting: ReturnType<typeof countingWithout>,
): Statement[] {
  const gone = counting.filter(({ record }) => record === null).map(({ scope }) => scope)
  return [
    ...counting.flatMap(({ scope, record }) =>
      record
        ? [makeCurrent(org, { trail_id: trail.id, name, attestation_id: record.id }, [scope])]
        : [],
    ),
    ...(gone.length > 0 ? [makeNoneCurrent(org, { trail_id: trail.id, name }, gone)] : []),
  ]
}

const enqueueEnd = (now: UnitOfWork, locked: Locked, { kind }: End): Statement => {
  const { id, name, trail, flow_name, trail_name, fingerprint } = locked
  return enqueueReevaluation(now, fingerprint ? { fingerprint } : { trail_id: trail.id }, {
    kind: 'override_end',
    flow_name,
    trail_name,
    attestation_id: id,
    attestation_name: name,
    end_kind: kind,
    ...(fingerprint && { fingerprint }),
  })
}

/** Scopes where an override counts, and what will count there after its end: null for nothing. */
function countingWithout(id: string, records: readonly NameRecord[]) {
  const override = records.find((record) => record.id === id)
  return (override?.subjects ?? []).flatMap((scope) => {
    const same = (one: Subject) => scopeKey(one) === scopeKey(scope)
    const inScope = records.filter((record) => record.subjects.some(same))
    if (recordInEffect(inScope)?.id !== id) return []
    return [{ scope, record: recordInEffect(inScope.filter((record) => record.id !== id)) }]
  })
}

/**
 * The artifacts of a scope, and what will count again on each: they may have evidence in other
 * scopes, too, and where that is newer, nothing does. Where there is no artifact, the scope itself.
 */
function countingOnArtifacts(
  id: string,
  records: readonly NameRecord[],
  counting: ReturnType<typeof countingWithout>[number],
  artifacts: readonly NamedArtifact[],
) {
  const { scope } = counting
  const meant = artifacts.filter((one) => scope.kind !== 'target' || isAdvanceFor(scope, one))
  if (scope.kind === 'trail' || meant.length === 0) return [{ ...counting, meant }]
  const others = records.filter((record) => record.id !== id)
  return meant.map((artifact) => ({
    scope: { kind: 'artifact' as const, fingerprint: artifact.fingerprint },
    record:
      recordInEffectOn(artifact, records)?.id === id ? recordInEffectOn(artifact, others) : null,
    meant: [artifact],
  }))
}

/** An expiry with the author of a write. */
export const expiryBy = (
  { newId, at, actor }: UnitOfWork,
  expires_at: number | null,
  reason: string,
) => ({
  id: newId(),
  expires_at,
  reason,
  set_at: at,
  set_by: actor.name,
  set_by_id: actor.userId,
})

/**
 * Sets when an override ends.
 * @throws Problem 404, 409, 400 for the past or beyond the organization's maximum, and 403 for an
 * end that a second person has to set
 */
export async function setOverrideExpiry(
  write: UnitOfWork,
  id: string,
  { expires_at, reason }: { expires_at: number | null; reason: string },
): Promise<void> {
  const { org } = write
  const { flow_name, trail_name, name, ...override } = await lockOverride(write, id)
  if (override.expires_at === expires_at) return
  const { settings } = await findSettings(org, 'overrides')
  requireExpiry(settings, { thing: 'override', expires_at }, write.at)
  await requireEndApprover(write, override, expires_at)
  await org.executeBatch([
    ...expiryWrites(org, {
      ...expiryBy(write, expires_at, reason),
      override_id: id,
    }),
    ...auditStatements(write, {
      kind: 'override_expiry_set',
      subject: { flow_name, trail_name },
      body: { override_id: id, attestation_name: name, flow_name, trail_name, expires_at, reason },
    }),
  ])
}
