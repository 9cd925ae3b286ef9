import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import {
  type getArtifactVerdict,
  type getEnvironmentVerdict,
  mostFailing,
} from '#contract/verdict.ts'
import { environmentState } from '#domain/environment-state.ts'
import { artifactNode } from '#domain/verdict-node.ts'
import { listProvenance } from '../artifact/provenance-queries.ts'
import type { OrgContext } from '../handler.ts'
import { notFound, refusedField } from '../problem.ts'
import { verdictOf } from '../snapshot/item.ts'
import { stateOf } from '../snapshot/queries.ts'
import { listShortlyIn, namesRunning } from '../snapshot/running-queries.ts'
import { readVerdicts } from '../snapshot/verdict-queries.ts'
import { listApplied } from './applied-policies.ts'
import { environmentOfPath } from './environment-path.ts'
import { judge, rulesOfPlace } from './judge.ts'
import { planFixOf } from './plan-fix.ts'
import { countVerdicts, shortVerdict } from './short-verdict.ts'
import { entriesOfSnapshot, type SnapshotPlace } from './snapshot-entries.ts'
import { snapshotOfPath } from './snapshot-path.ts'

type OfEnvironment = ResponseOf<typeof getEnvironmentVerdict>
type OfArtifact = ResponseOf<typeof getArtifactVerdict>
type AskedArtifact = QueryOf<typeof getArtifactVerdict>

/** Why an environment has its state, as a snapshot recorded it. @throws Problem 404 */
export async function readEnvironmentVerdict(
  context: OrgContext,
  name: string,
  expression: string | null,
): Promise<OfEnvironment> {
  const { org } = context
  const asked = await environmentOfPath(context, name)
  const common = { environment_name: name, type: asked.type }
  const isReported = expression !== null || (await stateOf(org, asked.id)).snapshot_index > 0
  if (!isReported) {
    const { policies } = await rulesOfPlace(org, asked)
    return {
      ...common,
      snapshot_index: null,
      evaluated_at: context.clock(),
      ...environmentState(policies.length, null),
      policies: policies.map((policy) => ({ name: policy.name, version: policy.version })),
      counts: countVerdicts([]),
      failing: [],
    }
  }
  const { environment, snapshot } = await snapshotOfPath(context, name, expression ?? '-1')
  const recorded = await recordedIn(context, environment, snapshot.index)
  const applied = await listApplied(org, environment, snapshot.index)
  const failing = recorded.filter(({ compliant }) => compliant === false).slice(0, mostFailing)
  const verdicts = await readVerdicts(
    org,
    failing.map(({ hash }) => hash),
  )
  const { reason } = environmentState(environment.type === 'logical' ? 1 : applied.length, recorded)
  return {
    ...common,
    snapshot_index: snapshot.index,
    evaluated_at: snapshot.created_at,
    state: snapshot.state,
    reason: snapshot.state === null ? 'no_policy' : reason,
    policies: applied.map((policy) => ({ name: policy.name, version: policy.version })),
    counts: countVerdicts(recorded),
    failing: failing.flatMap(({ hash, member, name: artifact, fingerprint }) => {
      const verdict = verdicts.get(hash ?? '')
      return verdict
        ? [shortVerdict(member ?? name, { ...verdict, name: artifact, fingerprint })]
        : []
    }),
  }
}

/** What runs in a snapshot, with the verdicts that it recorded. */
async function recordedIn({ org }: OrgContext, place: SnapshotPlace, index: number) {
  const shown = await entriesOfSnapshot(org, place, index, listShortlyIn)
  return shown.flatMap(({ member, entries }) =>
    entries.flatMap((entry) => {
      if (!entry.now) return []
      const verdict = verdictOf(entry)
      return [
        {
          name: entry.row.name,
          fingerprint: entry.row.fingerprint,
          member,
          compliant: verdict?.compliant ?? null,
          hash: verdict?.hash,
          evaluated_at: verdict?.evaluated_at ?? null,
        },
      ]
    }),
  )
}

/**
 * Why an artifact has its verdict in an environment: as a snapshot recorded it, or judged now; with
 * what would make it comply. @throws Problem 404 for what is unknown, or did not run there
 */
export async function readArtifactVerdict(
  context: OrgContext,
  name: string,
  asked: AskedArtifact,
): Promise<OfArtifact> {
  const environment = await environmentOfPath(context, asked.member || name)
  const fingerprint = asked.fingerprint ?? ''
  if (!fingerprint && !asked.name) {
    throw refusedField('fingerprint', 'Give a fingerprint, or the name of what runs')
  }
  const named = {
    fingerprint,
    name: asked.name || (await nameOf(context, environment.id, fingerprint)),
  }
  const rules = await rulesOfPlace(context.org, environment)
  const [now] = await judge(context.org, rules, [named])
  if (!now) throw new Error('an artifact that is judged has a verdict')
  const plan = now.compliant === false ? await planFixOf(context.org, rules, named) : null
  if (!asked.snapshot) {
    const verdict = artifactNode(now, context.clock())
    return {
      environment_name: environment.name,
      snapshot_index: null,
      verdict,
      compliant_now: null,
      plan,
    }
  }
  const shown = await snapshotOfPath(context, name, asked.snapshot)
  const { snapshot } = shown
  const recorded = (await recordedIn(context, shown.environment, snapshot.index)).find(
    (one) =>
      one.fingerprint === fingerprint &&
      one.name === named.name &&
      (!asked.member || one.member === asked.member),
  )
  if (!recorded) {
    throw notFound(`Artifact '${named.name}' does not run in snapshot '${name}#${snapshot.index}'`)
  }
  const verdicts = await readVerdicts(context.org, [recorded.hash])
  const verdict = verdicts.get(recorded.hash ?? '')
  const unknown = {
    ...named,
    compliant: null,
    reason: 'no_policy' as const,
    places: [],
    policies: [],
  }
  return {
    environment_name: environment.name,
    snapshot_index: snapshot.index,
    verdict: artifactNode(
      verdict ? { ...verdict, ...named } : unknown,
      recorded.evaluated_at ?? snapshot.created_at,
    ),
    compliant_now: now.compliant,
    plan,
  }
}

/** The name that an artifact runs under, or was built as; its fingerprint where nobody knows it. */
async function nameOf({ org }: OrgContext, environmentId: string, fingerprint: string) {
  const running = await namesRunning(org, environmentId, [fingerprint])
  const [first] = await listProvenance(org, [fingerprint])
  return running.get(fingerprint) ?? first?.filename ?? fingerprint
}
