import type { ComparedArtifact, SnapshotComparison } from '#contract/snapshot-comparison.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { compareSnapshots as endpoint } from '#contract/snapshot-comparison.ts'
import { codeDiffUrl } from '#domain/code-diff.ts'
import { countPairs, type Pair, pairSnapshots } from '#domain/snapshot-pairing.ts'
import { listProvenance } from '../artifact/provenance-queries.ts'
import type { OrgContext } from '../handler.ts'
import { Problem } from '../problem.ts'
import { gatherRunning, type Gathered } from './gather-running.ts'
import { artifactsOfSnapshot } from './read-snapshot.ts'
import { snapshotOfFull } from './snapshot-path.ts'

type Asked = QueryOf<typeof endpoint>
type Side = 'base' | 'head'

function comparedArtifact(artifact: Gathered): ComparedArtifact {
  const [first] = artifact.flows
  return {
    name: artifact.name,
    fingerprint: artifact.fingerprint,
    instance_count: artifact.instance_count,
    compliant: artifact.compliant,
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

/** Pages of the code host with the commits between the sides of pairs. */
async function codeDiffs({ org }: OrgContext, pairs: readonly Pair<Gathered>[]) {
  const replaced = pairs.filter(({ change }) => change === 'replaced')
  const known = replaced.flatMap(({ before, after }) => [before, after])
  const records = await listProvenance(org, [
    ...new Set(known.flatMap((artifact) => artifact?.fingerprint || [])),
  ])
  const byKey = new Map(records.map((row) => [keyOf(row.fingerprint, row.flow_name), row]))
  const commitOf = (artifact: Gathered) =>
    byKey.get(keyOf(artifact.fingerprint, artifact.flow_name))
  return ({ before, after }: Pair<Gathered>) => {
    const [from, to] = [before && commitOf(before), after && commitOf(after)]
    return from && to ? codeDiffUrl(from, to) : null
  }
}

/** The snapshots of both sides. @throws Problem 400 or 404 that names each side in `errors` */
async function snapshotsOfSides(context: OrgContext, asked: Asked) {
  const read = (side: Side) =>
    snapshotOfFull(context, side, asked[side]).catch((problem: unknown) => {
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
  throw new Problem(worst?.status ?? 404, worst?.message ?? '', { errors })
}

/** Compares two snapshots by what took the place of what (product.md 3.13). @throws Problem 400, 404 */
export async function compareSnapshots(
  context: OrgContext,
  asked: Asked,
): Promise<SnapshotComparison> {
  const { base, head } = await snapshotsOfSides(context, asked)
  const read = async ({ environment, snapshot }: typeof base) => {
    const running = gatherRunning(await artifactsOfSnapshot(context, environment, snapshot.index))
    const { index, created_at, next_at, state } = snapshot
    return {
      running,
      about: {
        environment_name: environment.name,
        index,
        is_latest: next_at === null,
        timestamp: created_at,
        state,
        running_count: running.length,
      },
    }
  }
  const [before, after] = [await read(base), await read(head)]
  const pairs = pairSnapshots(before.running, after.running)
  const diffOf = await codeDiffs(context, pairs)
  const shown = asked.unchanged ? pairs : pairs.filter(isDifferent)
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
  }
}

const isDifferent = ({ change, before, after }: Pair<Gathered>) =>
  change !== 'unchanged' || before?.compliant !== after?.compliant
