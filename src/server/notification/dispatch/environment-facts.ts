import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import type { BriefOverride } from '#domain/override/override.ts'
import { type QualifierTotals, qualifiersOf } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { countVerdictsOf } from '#server/evaluation/verdict-queries.ts'
import type { Freshness } from '#server/organization/settings.ts'
import { listBriefly } from '#server/override/state-queries.ts'
import { listQualifierTotalsOf } from '#server/snapshot/queries.ts'
import type { ArtifactCounts } from './payload.ts'
import { listStaleAmong, type OutboxEvent } from './queries.ts'

/** Fields that tell the snapshot of an event; events of artifacts have a name. */
type SnapshotEvent = Pick<
  OutboxEvent,
  'id' | 'environment_id' | 'snapshot_index' | 'snapshot_state' | 'name' | 'recorded_at'
>

/** Qualifiers of the verdict that an environment has in a snapshot. */
interface EnvironmentFacts {
  qualifiers: Qualifiers
  /** Whether it is only the last known one, for lack of a report. */
  isStale: boolean
  /** The overrides among what carried it. */
  overrides: BriefOverride[]
  /** Of one that became non-compliant: how many of its artifacts fail. */
  counts: ArtifactCounts | null
}

const idsOf = (carriers: QualifierTotals | null) => carriers?.override_ids ?? []

/**
 * Reads what carried the verdicts of environments when their snapshots began, whether they were known
 * to hold at the event and, where they became non-compliant, how many artifacts fail; by event.
 */
export async function factsOfEnvironments(
  org: OrgDatabase,
  events: readonly SnapshotEvent[],
  limits: Freshness,
): Promise<Map<string, EnvironmentFacts>> {
  const known = events.flatMap(({ id: key, snapshot_index: index, ...event }) =>
    index === null ? [] : [{ ...event, key, index }],
  )
  if (known.length === 0) return new Map()
  const times = new Map(events.map(({ id, recorded_at }) => [id, recorded_at]))
  const failing = known.filter((one) => one.name === null && one.snapshot_state === false)
  const [rows, stale, counts] = await Promise.all([
    listQualifierTotalsOf(org, known),
    listStaleAmong(org, known, limits),
    failing.length > 0 ? countVerdictsOf(org, failing) : [],
  ])
  const ids = [...new Set(rows.flatMap(({ carriers }) => idsOf(carriers)))]
  const brief = ids.length > 0 ? await listBriefly(org, ids) : []
  return new Map(
    rows.map(({ key, carriers }) => {
      const qualifiers = qualifiersOf(carriers, { ...limits, now: times.get(key) ?? 0 })
      const overrides = brief.filter(({ id }) => idsOf(carriers).includes(id))
      const ofArtifacts = counts.find((one) => one.key === key) ?? null
      return [key, { qualifiers, isStale: stale.has(key), overrides, counts: ofArtifacts }]
    }),
  )
}
