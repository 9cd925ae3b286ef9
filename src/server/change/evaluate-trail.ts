import { judgeArtifacts } from '#domain/judge-artifacts.ts'
import { countSlots, evaluateTrail } from '#domain/trail-compliance.ts'
import { artifactStateWrites, countArtifacts } from '../artifact/tally-queries.ts'
import type { Statement } from '../database/org-database.ts'
import { appendTrailEvents, trailStatusWrites } from '../trail/queries.ts'
import { countTrail } from '../trail/tally-queries.ts'
import { loadTrailFacts } from './trail-facts.ts'
import type { Write } from './write.ts'

/** Something that happened on a trail, in the wire's shape (wire.md 9). */
export interface TrailHappening {
  type: string
  body: object
}

/**
 * Appends what happened on a trail (one thing at least), with the writes that made it happen, and stores the state that
 * follows from it. The caller holds the trail's lock, so that no evidence is missed.
 */
export async function advanceTrail(
  write: Write,
  trail: { id: string; flow_id: string; template_id: string; created_at: number },
  happened: readonly TrailHappening[],
  writes: readonly Statement[],
): Promise<void> {
  const { org, at } = write
  const events = happened.map((one) => ({ id: write.newId(), trail_id: trail.id, at, ...one }))
  await org.writeTogether([...writes, appendTrailEvents(org, events)])
  const { facts, stored, artifacts } = await loadTrailFacts(org, trail, at)
  const status = evaluateTrail(facts)
  const { present, expected } = countSlots(status)
  const judged = judgeArtifacts(facts)
  const flips = artifacts.flatMap(({ state: before, ...artifact }) => {
    const now = judged.get(artifact.id)?.state
    return now && now !== before ? [{ ...artifact, now, before: before ?? undefined }] : []
  })
  await org.writeTogether([
    ...trailStatusWrites(org, {
      trail,
      status,
      counts: {
        artifact_count: new Set(facts.artifacts.map((artifact) => artifact.fingerprint)).size,
        present_count: present,
        expected_count: expected,
      },
      event: { id: events.at(-1)!.id, at },
      before: stored,
    }),
    ...(stored === status.status
      ? []
      : [countTrail(org, trail, { now: status.status, before: stored }, write.newId)]),
    ...artifactStateWrites(org, flips),
    ...(flips.length > 0 ? [countArtifacts(org, flips, write.newId)] : []),
  ])
}
