import { isDeepStrictEqual } from 'node:util'
import type {
  ComparedPolicy,
  ComparedTag,
  SnapshotComparison,
} from '#contract/snapshot/comparison.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listAppliedIn } from '#server/evaluation/verdict-queries.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { environmentTagsAt } from '#server/tag/queries.ts'
import { membersOfSnapshot } from './member-queries.ts'
import { findSnapshot } from './queries.ts'
import type { SnapshotEnvironment } from './snapshot-entries.ts'

/** A snapshot of an environment. */
interface Side {
  environment: SnapshotEnvironment & { name: string }
  snapshot: { index: number }
}

/** The snapshots whose verdicts hold: its own, or those of the members of a logical environment. */
export async function evaluatedSnapshots(org: OrgDatabase, { environment, snapshot }: Side) {
  const { id, name, type } = environment
  if (type !== 'logical') return [{ id, name, index: snapshot.index }]
  const members = await membersOfSnapshot(org, id, snapshot.index)
  return members.map((one) => ({ id: one.member_id, name: one.name, index: one.member_index }))
}

/** The policy versions that evaluated a snapshot, each once, by name and version. */
export async function listApplied(org: OrgDatabase, side: Side) {
  const evaluated = await evaluatedSnapshots(org, side)
  const applied = await Promise.all(evaluated.map(({ id, index }) => listAppliedIn(org, id, index)))
  const versions = new Map(applied.flat().map((one) => [`${one.id} ${one.version}`, one]))
  return [...versions.values()].sort((a, b) =>
    a.name === b.name ? a.version - b.version : a.name < b.name ? -1 : 1,
  )
}

/** The members of a logical environment whose verdicts differ between two of its snapshots. */
export async function compareMembers(
  { org }: OrgContext,
  limits: EvidenceLimits,
  base: Side,
  head: Side,
): Promise<SnapshotComparison['members']> {
  if (head.environment.type !== 'logical') return []
  const [before, after] = [await evaluatedSnapshots(org, base), await evaluatedSnapshots(org, head)]
  const byName = new Map([...before, ...after].map((one) => [one.name, one.id]))
  const stateIn = async (members: typeof before, id: string) => {
    const member = members.find((one) => one.id === id)
    if (!member) return null
    const found = await findSnapshot(org, id, member.index)
    if (!found) return { state: null, qualifiers: qualifiersOf(null, limits) }
    const then = { ...limits, now: found.created_at }
    return { state: found.state, qualifiers: qualifiersOf(found.carriers, then) }
  }
  const compared: SnapshotComparison['members'] = []
  for (const [environment_name, id] of [...byName].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [was, is] = [await stateIn(before, id), await stateIn(after, id)]
    if (was?.state === is?.state) continue
    compared.push({ environment_name, before: was, after: is })
  }
  return compared
}

/** The policies that two snapshots applied in other versions, by environment and name. */
export async function comparePolicies(
  org: OrgDatabase,
  base: Side,
  head: Side,
): Promise<ComparedPolicy[]> {
  const isOne = base.environment.id === head.environment.id
  const compared = new Map<string, ComparedPolicy>()
  for (const [side, of] of [
    ['before', base],
    ['after', head],
  ] as const) {
    for (const { id, name: environment, index } of await evaluatedSnapshots(org, of)) {
      for (const { name, version } of await listAppliedIn(org, id, index)) {
        const environment_name = isOne ? environment : null
        const key = JSON.stringify([environment_name, name])
        const policy = compared.get(key) ?? { name, environment_name, before: [], after: [] }
        compared.set(key, {
          ...policy,
          [side]: [...new Set([...policy[side], version])].sort((a, b) => a - b),
        })
      }
    }
  }
  return [...compared]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, policy]) => (isDeepStrictEqual(policy.before, policy.after) ? [] : policy))
}

/** A snapshot with its environment as it is now. */
interface TaggedSide {
  environment: { name: string; tags: Record<string, string> }
  snapshot: { created_at: number; next_at: number | null }
}

/** The tags of environments that differ between two snapshots, by key. */
export async function compareTags(
  org: OrgDatabase,
  base: TaggedSide,
  head: TaggedSide,
): Promise<ComparedTag[]> {
  const tagsOf = async ({ environment, snapshot }: TaggedSide) => {
    const isPast = snapshot.next_at !== null
    const past = isPast && (await environmentTagsAt(org, environment.name, snapshot.created_at))
    return new Map(Object.entries(past || environment.tags))
  }
  const [was, is] = [await tagsOf(base), await tagsOf(head)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .map((key) => ({ key, before: was.get(key) ?? null, after: is.get(key) ?? null }))
    .filter(({ before, after }) => before !== after)
}
