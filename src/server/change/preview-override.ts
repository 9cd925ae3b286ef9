import { mostPreviewed, type OverrideImpact } from '#contract/override.ts'
import { standstillOf } from '#domain/override.ts'
import { artifactsOfTrails } from '../artifact/queries.ts'
import { currentOfTrails } from '../attestation/queries.ts'
import { overriddenRecords } from '../override/queries.ts'
import { findFlow } from '../flow/queries.ts'
import { environmentsRunning } from '../snapshot/running-queries.ts'
import { stateOf } from '../snapshot/queries.ts'
import { listRunningNow } from '../snapshot/running-queries.ts'
import { listVerdictsNow } from '../snapshot/verdict-queries.ts'
import { findTrail, findTrailStatus } from '../trail/queries.ts'
import { acceptOverride, type AskedOverride } from './accept-override.ts'
import { judgeEnvironment } from './judge-environment.ts'
import { runningKey } from '#domain/reported-artifacts.ts'
import type { Write } from './write.ts'

/**
 * Says what an override would flip, by making it: to be run as a dry run.
 * @throws Problem what making it would throw
 */
export async function previewOverride(write: Write, asked: AskedOverride): Promise<OverrideImpact> {
  const { org, at } = write
  const before = await standingOf(write, asked)
  const id = await acceptOverride(write, asked)
  const after = await standingOf(write, asked)
  const counted = before.current.filter((row) => row.name === asked.payload.attestation_name)
  const replaced = counted.filter((row) => !after.current.some((one) => sameRow(one, row)))
  const is_compliant = asked.payload.new_compliance_status
  const trails =
    before.state === after.state
      ? []
      : [{ name: asked.trail_name, from: before.state, to: after.state }]
  const artifacts = after.artifacts.flatMap((now) => {
    const from = before.artifacts.find((one) => one.id === now.id)?.state ?? null
    const { fingerprint, template_reference_name: name, state: to } = now
    return from === to ? [] : [{ name: name ?? '', fingerprint, from, to }]
  })
  const { environments, hasMore } = await environmentsOf(
    write,
    after.artifacts.map(({ fingerprint }) => fingerprint),
  )
  return {
    evaluated_at: at,
    overridden: await overriddenRecords(org, id),
    trails,
    artifacts,
    environments,
    has_more_environments: hasMore,
    standstill: standstillOf(
      { count: trails.length + artifacts.length + environments.length },
      replaced.length > 0 && replaced.every((one) => one.is_compliant === is_compliant),
    ),
  }
}

interface Row {
  id: string
  fingerprint: string | null
  target: string | null
}
const sameRow = (a: Row, b: Row) =>
  a.id === b.id && a.fingerprint === b.fingerprint && a.target === b.target

/** How a trail stands with everything on it; nothing where it is unknown. */
async function standingOf({ org }: Write, { flow_name, trail_name }: AskedOverride) {
  const flow = await findFlow(org, flow_name)
  const trail = flow && (await findTrail(org, flow.id, trail_name))
  if (!trail) return { state: null, artifacts: [], current: [] }
  const status = await findTrailStatus(org, trail.id)
  const artifacts = await artifactsOfTrails(org, [trail.id]).execute()
  const current = await currentOfTrails(org, [trail.id]).execute()
  return { state: status?.state ?? null, artifacts, current }
}

/** What flips where artifacts of the trail run now. */
async function environmentsOf({ org }: Write, fingerprints: readonly string[]) {
  const found = await environmentsRunning(org, fingerprints, mostPreviewed + 1)
  const environments: OverrideImpact['environments'] = []
  for (const environment of found.slice(0, mostPreviewed)) {
    const { state } = await stateOf(org, environment.id)
    const running = await listRunningNow(org, environment.id)
    const scope = running.filter((one) => fingerprints.includes(one.fingerprint))
    const asked = { environment, running, scope, isCertain: false, state }
    const judged = await judgeEnvironment(org, asked)
    if (judged.changes.length === 0 && judged.state === state) continue
    const verdicts = await listVerdictsNow(org, environment.id)
    const known = new Map(verdicts.map((one) => [runningKey(one), one.compliant]))
    environments.push({
      name: environment.name,
      from: state,
      to: judged.state,
      artifacts: judged.changes.map(({ running: { name, fingerprint }, compliant: to }) => {
        const from = known.get(runningKey({ name, fingerprint })) ?? null
        return { name, fingerprint, from, to }
      }),
    })
  }
  return { environments, hasMore: found.length > mostPreviewed }
}
