import { versionOf } from './artifact-version.ts'
import { byNameAndFingerprint, runningKey } from './reported-artifacts.ts'

/** Changes of an artifact between two snapshots. */
const pairChanges = ['replaced', 'started', 'exited', 'scaled', 'unchanged'] as const
type PairChange = (typeof pairChanges)[number]

/** An artifact on one side of a comparison. */
export interface Pairable {
  name: string
  /** `""` where it could not be resolved. */
  fingerprint: string
  instance_count: number
  compliant: boolean | null
  /** The flows that built it, each with its name in their template. */
  flows: readonly { flow_name: string; template_reference_name: string | null }[]
}

/** An artifact of both sides, or of the one on which it ran. */
export interface Pair<A> {
  change: PairChange
  before: A | null
  after: A | null
}

type Keys = (artifact: Pairable) => readonly string[]

/** Keys by which a new build replaces an old one, the most certain first. */
const likenesses: readonly Keys[] = [
  ({ name }) => [name],
  ({ flows }) =>
    flows.flatMap(({ flow_name, template_reference_name: own }) =>
      own === null ? [] : [JSON.stringify([flow_name, own])],
    ),
  ({ name }) => [versionOf(name).name],
]

/** Removes artifacts with a common key from both sides and pairs them if fingerprints differ. */
function takeAlike<A extends Pairable>(before: Set<A>, after: Set<A>, keysOf: Keys): Pair<A>[] {
  const grouped = (side: Set<A>) => {
    const groups = new Map<string, A[]>()
    for (const artifact of side) {
      // Two reports of one artifact in a flow have the same key.
      for (const key of new Set(keysOf(artifact))) {
        const group = groups.get(key)
        if (group) group.push(artifact)
        else groups.set(key, [artifact])
      }
    }
    return groups
  }
  const [old, fresh] = [grouped(before), grouped(after)]
  const pairs: Pair<A>[] = []
  for (const key of [...old.keys()].filter((one) => fresh.has(one)).sort()) {
    const left = (old.get(key) ?? []).filter((artifact) => before.has(artifact))
    const right = (fresh.get(key) ?? []).filter((artifact) => after.has(artifact))
    for (const [index, one] of left.entries()) {
      const other = right[index]
      if (!other || other.fingerprint === one.fingerprint) continue
      pairs.push({ change: 'replaced', before: one, after: other })
      before.delete(one)
      after.delete(other)
    }
  }
  return pairs
}

const hasOtherVerdict = ({ before, after }: Pair<Pairable>) =>
  before !== null && after !== null && before.compliant !== after.compliant

/**
 * Pairs the artifacts of two snapshots. Each artifact of either side is in exactly one pair; reversed,
 * the sides are swapped, and so are started and exited. Verdict changes come first, then replaced,
 * started, exited, scaled and unchanged ones, each by name. Keys of a side are unique.
 */
export function pairSnapshots<A extends Pairable>(
  base: readonly A[],
  head: readonly A[],
): Pair<A>[] {
  const before = new Set([...base].sort(byNameAndFingerprint))
  const after = new Set([...head].sort(byNameAndFingerprint))
  const pairs: Pair<A>[] = []
  const same = new Map(head.map((artifact) => [runningKey(artifact), artifact]))
  for (const one of [...before]) {
    const other = same.get(runningKey(one))
    if (!other) continue
    const change = one.instance_count === other.instance_count ? 'unchanged' : 'scaled'
    pairs.push({ change, before: one, after: other })
    before.delete(one)
    after.delete(other)
  }
  for (const keysOf of likenesses) pairs.push(...takeAlike(before, after, keysOf))
  for (const one of before) pairs.push({ change: 'exited', before: one, after: null })
  for (const one of after) pairs.push({ change: 'started', before: null, after: one })
  return pairs.sort(byImportance)
}

/** Pairs the artifacts of each member of a logical environment by themselves. */
export function pairByMember<A extends Pairable>(
  base: readonly A[],
  head: readonly A[],
  memberOf: (artifact: A) => string,
): Pair<A>[] {
  const members = [...new Set([...base, ...head].map(memberOf))].sort()
  return members
    .flatMap((member) => {
      const isThere = (artifact: A) => memberOf(artifact) === member
      return pairSnapshots(base.filter(isThere), head.filter(isThere))
    })
    .sort(byImportance)
}

const rank = (pair: Pair<Pairable>) =>
  hasOtherVerdict(pair) ? -1 : pairChanges.indexOf(pair.change)

const byImportance = <A extends Pairable>(a: Pair<A>, b: Pair<A>) =>
  rank(a) - rank(b) || byNameAndFingerprint(shown(a), shown(b))

/** Returns the side by which a pair is sorted: the newer one, if it exists. */
const shown = <A>({ before, after }: Pair<A>) => (after ?? before) as A

/** Counts pairs by change. */
export function countPairs(pairs: readonly { change: PairChange }[]): Record<PairChange, number> {
  const counts = { replaced: 0, started: 0, exited: 0, scaled: 0, unchanged: 0 }
  for (const { change } of pairs) counts[change] += 1
  return counts
}

/** An artifact on one side of a comparison. */
interface Compared {
  name: string
  fingerprint: string
  instance_count: number
}

/** Common and different artifacts of two snapshots, sorted by fingerprint, then name. */
interface SnapshotDifference<A> {
  onlyFirst: A[]
  onlySecond: A[]
  /** In both, with different numbers of instances. */
  changed: { first: A; second: A }[]
  /** In both without a difference, as in the second. */
  unchanged: A[]
}

const order = (a: Compared, b: Compared) => {
  if (a.fingerprint !== b.fingerprint) return a.fingerprint < b.fingerprint ? -1 : 1
  return a.name < b.name ? -1 : 1
}

/** Compares the artifacts of two snapshots; reversed, only the sides are swapped. */
export function diffSnapshotArtifacts<A extends Compared>(
  first: readonly A[],
  second: readonly A[],
): SnapshotDifference<A> {
  const inSecond = new Map(second.map((artifact) => [runningKey(artifact), artifact]))
  const difference: SnapshotDifference<A> = {
    onlyFirst: [],
    onlySecond: [],
    changed: [],
    unchanged: [],
  }
  for (const artifact of [...first].sort(order)) {
    const key = runningKey(artifact)
    const same = inSecond.get(key)
    if (!same) difference.onlyFirst.push(artifact)
    else if (same.instance_count === artifact.instance_count) difference.unchanged.push(same)
    else difference.changed.push({ first: artifact, second: same })
    inSecond.delete(key)
  }
  difference.onlySecond.push(...[...inSecond.values()].sort(order))
  return difference
}
