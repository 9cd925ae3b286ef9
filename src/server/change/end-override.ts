import { endKindOf, recordInEffect, type Subject } from '#domain/override.ts'
import { settleVerdicts } from '../attestation/flip-queries.ts'
import { makeCurrent, makeNoneCurrent, scopeKey } from '../attestation/queries.ts'
import { findTrailArtifact } from '../artifact/queries.ts'
import type { Statement } from '../database/org-database.ts'
import type { EndKind } from '../database/tables/override.ts'
import { recordsOfName, wholeReportsOf } from '../override/queries.ts'
import { endWrites, findOverride, type OverrideRow } from '../override/state-queries.ts'
import { notFound, Problem } from '../problem.ts'
import { recordWrites } from '../record/queries.ts'
import { lockTrailOfId, updateTrail } from '../trail/queries.ts'
import { happenings } from './attestation-happenings.ts'
import { advanceTrail } from './evaluate-trail.ts'
import { instantAfter } from './instant-after.ts'
import { leaveDirty } from './leave-dirty.ts'
import type { Write } from './write.ts'

/**
 * Ends an override: a fact of its own, by which the newest record that has not ended counts
 * (wire.md 11.1). @throws Problem 404 when it is unknown, 409 when it has ended already
 */
export async function endOverride(write: Write, id: string, reason: string): Promise<void> {
  const override = await lockOverride(write, id)
  await endLocked(write, override, { kind: endKindOf(override, write.actor), reason })
}

/** An override that stands, with its trail locked. @throws Problem 404 or 409 */
export async function lockOverride(write: Write, id: string) {
  const found = await findOverride(write.org, id)
  if (!found) throw notFound(`Override '${id}' does not exist in organization '${write.orgName}'`)
  const trail = await lockTrailOfId(write.org, found.trail_id)
  // What stands of it is read under the lock: somebody may have ended it meanwhile.
  const override = (await findOverride(write.org, id)) ?? found
  if (override.ended_at !== null) throw new Problem(409, `Override '${id}' has ended already`)
  return { ...override, trail }
}

type Locked = Awaited<ReturnType<typeof lockOverride>>

/** Ends an override whose trail is locked. */
export async function endLocked(
  write: Write,
  { trail, ...override }: Locked,
  end: { kind: EndKind; reason: string },
): Promise<void> {
  const { org, actor } = write
  const { id, name, flow_name, trail_name, fingerprint } = override
  const now = instantAfter(write, trail.last_modified_at)
  const on = { flow_name, trail_name }
  const counting = await countingWithout(now, override)
  const writes: Statement[] = [
    ...endWrites(org, {
      override_id: id,
      ...end,
      ended_at: now.at,
      ended_by: actor.name,
      ended_by_id: actor.userId,
    }),
    ...recordWrites(org, {
      id: now.newId(),
      at: now.at,
      actor,
      kind: 'override_ended',
      subject: on,
      body: { override_id: id, attestation_name: name, ...on, ...end },
    }),
  ]
  if (counting.length === 0) {
    await org.writeTogether(writes)
    return settleVerdicts(org, await wholeReportsOf(org, id), now.newId)
  }
  const artifact = fingerprint ? await findTrailArtifact(org, trail.id, fingerprint) : undefined
  const happened = counting.flatMap(({ scope, record }) => {
    const again = record ?? override
    const told = {
      attestation_type: again.type,
      is_compliant: again.is_compliant,
      attestation_id: again.id,
      template_reference_name: name,
      ended_override_id: id,
      end_kind: end.kind,
      ended_by: actor.name,
    }
    return happenings(told, [scope], artifact ?? null)
  })
  const gone = counting.filter(({ record }) => record === null).map(({ scope }) => scope)
  await advanceTrail(now, trail, happened, [
    ...writes,
    ...counting.flatMap(({ scope, record }) =>
      record
        ? [makeCurrent(org, { trail_id: trail.id, name, attestation_id: record.id }, [scope])]
        : [],
    ),
    ...(gone.length > 0 ? [makeNoneCurrent(org, { trail_id: trail.id, name }, gone)] : []),
    updateTrail(org, trail.id, { last_modified_at: now.at }),
    leaveDirty(now, fingerprint ? { fingerprint } : { trail_id: trail.id }, {
      kind: 'override_end',
      ...on,
      attestation_id: id,
      attestation_name: name,
      end_kind: end.kind,
      ...(fingerprint && { fingerprint }),
    }),
  ])
  await settleVerdicts(org, await wholeReportsOf(org, id), now.newId)
}

/** Where an override counts, and what will count there once it has ended: null for nothing. */
async function countingWithout({ org }: Write, { id, trail_id, name }: OverrideRow) {
  const records = await recordsOfName(org, trail_id, name)
  const override = records.find((record) => record.id === id)
  return (override?.subjects ?? []).flatMap((scope) => {
    const same = (one: Subject) => scopeKey(one) === scopeKey(scope)
    const inScope = records.filter((record) => record.subjects.some(same))
    if (recordInEffect(inScope)?.id !== id) return []
    return [{ scope, record: recordInEffect(inScope.filter((record) => record.id !== id)) }]
  })
}
