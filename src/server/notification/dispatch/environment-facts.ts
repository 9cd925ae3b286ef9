import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import type { BriefOverride } from '#domain/override/override.ts'
import { type CarrierTotals, qualifiersOf } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { countVerdictsOf } from '#server/evaluation/verdict-queries.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import { listBriefly } from '#server/override/state-queries.ts'
import { listCarriersOf } from '#server/snapshot/queries.ts'
import type { ArtifactCounts } from './payload.ts'
import type { OutboxEvent } from './queries.ts'

/** What tells the snapshot in which an environment got its verdict; artifacts have a name. */
type FlippingEvent = Pick<
  OutboxEvent,
  'id' | 'environment_id' | 'snapshot_index' | 'snapshot_state' | 'name' | 'recorded_at'
>

/** What is said beside the verdict that an environment got. */
interface EnvironmentFacts {
  qualifiers: Qualifiers
  /** The overrides among what carried it. */
  overrides: BriefOverride[]
  /** Of one that became non-compliant: how many of its artifacts fail. */
  counts: ArtifactCounts | null
}

const idsOf = (carriers: CarrierTotals | null) => carriers?.override_ids ?? []

/** Reads what carried the verdicts that environments got, and how many artifacts fail; by event. */
export async function factsOfEnvironments(
  org: OrgDatabase,
  events: readonly FlippingEvent[],
): Promise<Map<string, EnvironmentFacts>> {
  const flips = events.flatMap((event) => {
    const { id: key, environment_id, snapshot_index: index, snapshot_state: state, name } = event
    return index === null || name !== null ? [] : [{ key, environment_id, index, state }]
  })
  if (flips.length === 0) return new Map()
  const times = new Map(events.map(({ id, recorded_at }) => [id, recorded_at]))
  const failing = flips.filter(({ state }) => state === false)
  const [rows, limits, counts] = await Promise.all([
    listCarriersOf(org, flips),
    evidenceLimits(org, 0),
    failing.length > 0 ? countVerdictsOf(org, failing) : [],
  ])
  const ids = [...new Set(rows.flatMap(({ carriers }) => idsOf(carriers)))]
  const known = ids.length > 0 ? await listBriefly(org, ids) : []
  return new Map(
    rows.map(({ key, carriers }) => {
      const qualifiers = qualifiersOf(carriers, { ...limits, now: times.get(key) ?? 0 })
      const overrides = known.filter(({ id }) => idsOf(carriers).includes(id))
      return [key, { qualifiers, overrides, counts: counts.find((one) => one.key === key) ?? null }]
    }),
  )
}
