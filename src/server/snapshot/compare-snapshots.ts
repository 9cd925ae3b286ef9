import { isDeepStrictEqual } from 'node:util'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type {
  compareSnapshots as endpoint,
  ComparedArtifact,
  SnapshotComparison,
  DiffItem,
  ChangedItem,
  SnapshotDiff,
} from '#contract/snapshot/comparison.ts'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { codeDiffUrl } from '#domain/deployment/code-diff.ts'
import {
  type Pair,
  countPairs,
  diffSnapshotArtifacts,
  pairByMember,
} from '#domain/snapshot/compare-snapshots.ts'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { noStoredQualifiers } from '#domain/verdict/stored-qualifiers.ts'
import { qualifiersOf, totalQualifiers } from '#domain/verdict/qualifiers.ts'
import { listProvenance } from '#server/evaluation/provenance-queries.ts'
import type { VerdictRow } from '#server/evaluation/verdict-queries.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import { Problem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { compareMembers, comparePolicies, compareTags } from './compare-rules.ts'
import { findSnapshotOfFullExpression } from './find-snapshot.ts'
import { type MergedArtifact, mergeRunning } from './merge-running.ts'
import { artifactsOfSnapshot } from './read-snapshot.ts'
import { listRunningBriefIn } from './running-queries.ts'
import {
  entriesOfSnapshot,
  type SnapshotEnvironment,
  snapshotItem,
  verdictOf,
} from './snapshot-entries.ts'

type Query = QueryOf<typeof endpoint>
type Side = 'base' | 'head'

type Compared = MergedArtifact & { qualifiers: Qualifiers }
type Named = Pick<MergedArtifact, 'name' | 'fingerprint'>

/** Where artifacts stay apart: in the member of a logical environment, or nowhere. */
type MemberOf = (artifact: { environment_name?: string | undefined }) => string

const keyIn = (artifact: Named, memberName: string) => `${runningKey(artifact)} ${memberName}`

/** Qualifiers of the verdicts in a snapshot, together where artifacts are merged. */
async function qualifiersIn(
  { org }: OrgContext,
  environment: SnapshotEnvironment,
  index: number,
  limits: EvidenceLimits,
  memberOf: MemberOf,
): Promise<(artifact: MergedArtifact) => Qualifiers> {
  const shown = await entriesOfSnapshot(org, environment, index, listRunningBriefIn)
  const found = new Map<string, (VerdictRow | null)[]>()
  for (const { member, entries } of shown) {
    const memberName = memberOf({ environment_name: member ?? undefined })
    for (const entry of entries) {
      const key = keyIn(entry.row, memberName)
      if (entry.now) found.set(key, [...(found.get(key) ?? []), verdictOf(entry)])
    }
  }
  return (artifact) => {
    const recorded = found.get(keyIn(artifact, memberOf(artifact))) ?? []
    const carried = recorded.map((one) => ({
      ...(one?.carriers ?? noStoredQualifiers),
      compliant: one?.compliant ?? null,
    }))
    return qualifiersOf(totalQualifiers(carried), limits)
  }
}

const failingPolicies = ({ policy_decisions }: MergedArtifact) => [
  ...new Set(
    policy_decisions.flatMap(({ policy_name, status }) =>
      status === 'NON-COMPLIANT' ? policy_name : [],
    ),
  ),
]

function comparedArtifact(artifact: Compared): ComparedArtifact {
  const [first] = artifact.flows
  return {
    name: artifact.name,
    fingerprint: artifact.fingerprint,
    instance_count: artifact.instance_count,
    compliant: artifact.compliant,
    qualifiers: artifact.qualifiers,
    failing_policies: failingPolicies(artifact),
    flow_name: artifact.flow_name,
    trail_name: first?.trail_name ?? null,
    template_reference_name: first?.template_reference_name ?? null,
    state_in_flow: first?.artifact_compliance_in_flow ?? null,
    git_commit: artifact.git_commit,
    commit_url: artifact.commit_url,
    environment_name: artifact.environment_name ?? null,
  }
}

const keyOf = (fingerprint: string, flow: string) => `${fingerprint} ${flow}`

/** Returns pages of the code host with the commits between the sides of pairs. */
async function codeDiffs({ org }: OrgContext, pairs: readonly Pair<MergedArtifact>[]) {
  const replaced = pairs.filter(({ change }) => change === 'replaced')
  const known = replaced.flatMap(({ before, after }) => [before, after])
  const records = await listProvenance(org, [
    ...new Set(known.flatMap((artifact) => artifact?.fingerprint || [])),
  ])
  const byKey = new Map(records.map((row) => [keyOf(row.fingerprint, row.flow_name), row]))
  const commitOf = (artifact: MergedArtifact) =>
    byKey.get(keyOf(artifact.fingerprint, artifact.flow_name))
  return ({ before, after }: Pair<MergedArtifact>) => {
    const [from, to] = [before && commitOf(before), after && commitOf(after)]
    return from && to ? codeDiffUrl(from, to) : null
  }
}

/**
 * Finds the snapshots of both sides.
 * @throws Problem 400 or 404 that names each side in `errors`
 */
async function snapshotsOfSides(context: OrgContext, query: Query) {
  const read = (side: Side) =>
    findSnapshotOfFullExpression(context, side, query[side]).catch((problem: unknown) => {
      if (problem instanceof Problem) return problem
      throw problem
    })
  const [base, head] = [await read('base'), await read('head')]
  if (!(base instanceof Problem) && !(head instanceof Problem)) return { base, head }
  const problems = Object.entries({ base, head }).flatMap(([side, found]) =>
    found instanceof Problem ? [{ side, problem: found }] : [],
  )
  const [worst] = problems.map(({ problem }) => problem).sort((a, b) => a.status - b.status)
  const errors = Object.fromEntries(
    problems.map(({ side, problem }) => [side, problem.errors?.[side] ?? problem.message]),
  )
  throw new Problem(worst?.status ?? 404, worst?.message ?? '', { code: worst?.code, errors })
}

/**
 * Compares two snapshots, pairing artifacts with those that they replaced; those of one logical
 * environment within its members.
 * @throws Problem 400, 404
 */
export async function compareSnapshots(
  context: OrgContext,
  query: Query,
): Promise<SnapshotComparison> {
  const { base, head } = await snapshotsOfSides(context, query)
  const limits = await evidenceLimits(context.org, context.clock())
  const isOne = base.environment.id === head.environment.id
  const memberOf: MemberOf = ({ environment_name = '' }) => (isOne ? environment_name : '')
  const read = async ({ environment, snapshot }: typeof base) => {
    const { index, created_at, next_at, state } = snapshot
    const merged = mergeRunning(await artifactsOfSnapshot(context, environment, snapshot), memberOf)
    const until = { ...limits, now: next_at ?? limits.now }
    const qualifiersOn = await qualifiersIn(context, environment, index, until, memberOf)
    const running = merged.map((one) => ({ ...one, qualifiers: qualifiersOn(one) }))
    return {
      running,
      about: {
        environment_name: environment.name,
        index,
        is_latest: next_at === null,
        timestamp: created_at,
        state,
        qualifiers: snapshotItem(snapshot, limits).qualifiers,
        running_count: running.length,
      },
    }
  }
  const [before, after] = [await read(base), await read(head)]
  const pairs = pairByMember(before.running, after.running, memberOf)
  const diffOf = await codeDiffs(context, pairs)
  const shown = query.unchanged ? pairs : pairs.filter(isDifferent)
  return {
    base: before.about,
    head: after.about,
    counts: countPairs(pairs),
    rows: shown.map((pair) => ({
      change: pair.change,
      before: pair.before && comparedArtifact(pair.before),
      after: pair.after && comparedArtifact(pair.after),
      diff_url: diffOf(pair),
    })),
    members: isOne ? await compareMembers(context, limits, base, head) : [],
    policies: await comparePolicies(context.org, base, head),
    tags: await compareTags(context.org, base, head),
  }
}

const isDifferent = ({ change, before, after }: Pair<Compared>) =>
  change !== 'unchanged' ||
  before?.compliant !== after?.compliant ||
  !isDeepStrictEqual(before?.qualifiers, after?.qualifiers)

const side = (artifact: MergedArtifact) => ({
  fingerprint: artifact.fingerprint,
  name: artifact.name,
  flow: artifact.flow_name,
  commit_url: artifact.commit_url,
  most_recent_timestamp: artifact.creationTimestamp.reduce((a, b) => Math.max(a, b), 0),
  ...(artifact.pods && { pods: Object.keys(artifact.pods) }),
})

const item = (artifact: MergedArtifact): DiffItem => ({
  ...side(artifact),
  instance_count: artifact.instance_count,
})

const changed = ({
  first,
  second,
}: {
  first: MergedArtifact
  second: MergedArtifact
}): ChangedItem => ({
  ...side(second),
  s1_instance_count: first.instance_count,
  s2_instance_count: second.instance_count,
})

/** Compares two snapshots, of one environment or of two. @throws Problem 400, 404 */
export async function diffSnapshots(
  context: OrgContext,
  query: { snappish1: string; snappish2: string },
): Promise<SnapshotDiff> {
  const read = async (field: 'snappish1' | 'snappish2') => {
    const { environment, snapshot } = await findSnapshotOfFullExpression(
      context,
      field,
      query[field],
    )
    const artifacts = await artifactsOfSnapshot(context, environment, snapshot)
    return { id: `${environment.name}#${snapshot.index}`, artifacts: mergeRunning(artifacts) }
  }
  const [one, two] = [await read('snappish1'), await read('snappish2')]
  const difference = diffSnapshotArtifacts(one.artifacts, two.artifacts)
  return {
    snappish1: { snapshot_id: one.id, artifacts: difference.onlyFirst.map(item) },
    snappish2: { snapshot_id: two.id, artifacts: difference.onlySecond.map(item) },
    changed: { artifacts: difference.changed.map(changed) },
    'not-changed': { artifacts: difference.unchanged.map(item) },
  }
}
