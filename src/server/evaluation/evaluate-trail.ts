import { isDeepStrictEqual } from 'node:util'
import { evaluateArtifactSlots, countSlots, evaluateTrail } from '#domain/trail/evaluate-trail.ts'
import { overridesOfSlots, overridesOfTrail } from '#domain/verdict/qualifiers.ts'
import type { Statement } from '#server/database/org-database.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { loadTrailFacts } from './trail-facts.ts'
import {
  artifactStateWrites,
  countArtifacts,
  appendTrailEvents,
  trailStatusWrites,
  countTrail,
} from './trail-queries.ts'

/** An event of a trail, in the shape of the API. */
export interface NewTrailEvent {
  type: string
  body: object
}

/**
 * Appends at least one event of a trail together with the statements that caused it, and stores the
 * resulting state. The caller holds the trail's lock, so that no evidence is missed.
 */
export async function appendEventsAndReevaluateTrail(
  write: UnitOfWork,
  trail: { id: string; flow_id: string; template_id: string; created_at: number },
  newEvents: readonly NewTrailEvent[],
  writes: readonly Statement[],
): Promise<void> {
  const { org, at } = write
  const events = newEvents.map((one) => ({ id: write.newId(), trail_id: trail.id, at, ...one }))
  await org.executeBatch([...writes, appendTrailEvents(org, events)])
  const { facts, stored, artifacts } = await loadTrailFacts(org, trail, at)
  const status = evaluateTrail(facts)
  const { present, expected } = countSlots(status)
  const evaluated = evaluateArtifactSlots(facts)
  const changed = artifacts.flatMap(
    ({ state: before, override_ids: carriedBefore, ...artifact }) => {
      const now = evaluated.get(artifact.id)
      if (!now) return []
      const override_ids = overridesOfSlots([...now.ofTrail, ...now.own])
      const isSame = now.state === before && isDeepStrictEqual(override_ids, carriedBefore)
      return isSame ? [] : [{ ...artifact, state: now.state, override_ids, before }]
    },
  )
  const flips = changed.flatMap(({ state: now, before, ...artifact }) =>
    now === before ? [] : [{ ...artifact, now, before: before ?? undefined }],
  )
  await org.executeBatch([
    ...trailStatusWrites(org, {
      trail,
      status,
      counts: {
        artifact_count: new Set(facts.artifacts.map((artifact) => artifact.fingerprint)).size,
        present_count: present,
        expected_count: expected,
        override_count: overridesOfTrail(status).length,
      },
      event: { id: events.at(-1)!.id, at },
      before: stored,
    }),
    ...(stored === status.status
      ? []
      : [countTrail(org, trail, { now: status.status, before: stored }, write.newId)]),
    ...artifactStateWrites(org, changed),
    ...(flips.length > 0 ? [countArtifacts(org, flips, write.newId)] : []),
  ])
}
