import { judgeArtifacts } from '#domain/judge-artifacts.ts'
import { countSlots, evaluateTrail } from '#domain/trail-compliance.ts'
import { saveArtifactStates } from '../artifact/queries.ts'
import { appendTrailEvent, findTrailStatus, saveTrailStatus } from '../trail/queries.ts'
import { countTrail } from '../trail/tally-queries.ts'
import { loadTrailFacts } from './trail-facts.ts'
import type { Write } from './write.ts'

/** Something that happened on a trail, in the wire's shape (wire.md 9). */
export interface TrailHappening {
  type: string
  body: object
}

/**
 * Appends what happened on a trail and stores the state that follows from it. The caller holds the
 * trail's lock, so that no evidence is missed.
 */
export async function advanceTrail(
  write: Write,
  trail: { id: string; flow_id: string; template_id: string; created_at: number },
  happened: TrailHappening[],
): Promise<void> {
  const { org, at } = write
  let cause = write.newId()
  for (const { type, body } of happened) {
    cause = write.newId()
    await appendTrailEvent(org, { id: cause, trail_id: trail.id, type, at, body })
  }
  const before = await findTrailStatus(org, trail.id)
  const facts = await loadTrailFacts(org, trail, at)
  const status = evaluateTrail(facts)
  const { present, expected } = countSlots(status)
  await saveTrailStatus(org, {
    trail,
    status,
    counts: {
      artifact_count: new Set(facts.artifacts.map((artifact) => artifact.fingerprint)).size,
      present_count: present,
      expected_count: expected,
    },
    event: { id: cause, at },
    before: before?.state,
  })
  if (before?.state !== status.status) {
    await countTrail(org, trail, { now: status.status, before: before?.state }, write.newId)
  }
  await saveArtifactStates(org, judgeArtifacts(facts))
}
