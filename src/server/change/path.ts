import { findNewestArtifact, findTrailArtifact, isAmbiguous } from '../artifact/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { flowArchived } from '#contract/problem.ts'
import { findFlow } from '../flow/queries.ts'
import { notFound, Problem, refusedField } from '../problem.ts'
import { listReposNamed } from '../repo/queries.ts'
import { findTrail } from '../trail/queries.ts'

/** The organization that a path stands in. */
export interface Place {
  org: OrgDatabase
  orgName: string
}

/**
 * Says that a flow that was looked for is there and in view: active, unless the call looks into the
 * archive. @throws Problem 404 (wire.md 25)
 */
export function requireActive<Flow extends { archived_at: number | null }>(
  { org, orgName }: Place,
  name: string,
  flow: Flow | undefined,
): asserts flow is Flow {
  if (!flow) throw notFound(`Flow named '${name}' does not exist for organization '${orgName}'`)
  const isArchived = flow.archived_at !== null
  if (isArchived === (org.view === 'archived')) return
  throw notFound(isArchived ? flowArchived : `Flow named '${name}' is not archived`)
}

/** The flow of a path. @throws Problem 404 */
export async function flowOfPath(place: Place, name: string) {
  const flow = await findFlow(place.org, name)
  requireActive(place, name, flow)
  return flow
}

/** The flow and trail of a path. @throws Problem 404 naming the one that is unknown */
export async function trailOfPath(place: Place, params: { flow_name: string; trail_name: string }) {
  const flow = await flowOfPath(place, params.flow_name)
  const trail = await findTrail(place.org, flow.id, params.trail_name)
  requireTrail(place, flow, params.trail_name, trail)
  return { flow, trail }
}

/** Says that a trail that was looked for is there. @throws Problem 404 (wire.md 25) */
export function requireTrail<Trail>(
  { orgName }: Pick<Place, 'orgName'>,
  flow: { name: string },
  name: string,
  trail: Trail | undefined,
): asserts trail is Trail {
  if (trail) return
  throw notFound(
    `Trail with name '${name}' does not exist for Organization '${orgName}' and Flow '${flow.name}'`,
  )
}

/** Ids of the repositories of a name. @throws Problem 404 when there is none */
export async function reposOfName({ org }: Place, name: string): Promise<string[]> {
  const repos = await listReposNamed(org, name, null)
  if (repos.length === 0) throw notFound(`Repo '${name}' not found`)
  return repos.map((repo) => repo.id)
}

const fingerprintOrPrefix = /^[a-f0-9]{5,64}$/

/** Says that a text is a fingerprint or starts one. @throws Problem 400 */
export function requireFingerprint(fingerprint: string): void {
  if (fingerprintOrPrefix.test(fingerprint)) return
  const reason = `String should match pattern '${fingerprintOrPrefix.source}'`
  throw refusedField('fingerprint', reason, fingerprint)
}

/**
 * The newest record of the artifact that a path names by its fingerprint or a prefix of it.
 * @throws Problem 404 when unknown, 400 when malformed or ambiguous
 */
export async function artifactOfPath(
  { org, orgName }: Place,
  flow: { id: string; name: string },
  fingerprint: string,
  trailName?: string | null,
) {
  requireFingerprint(fingerprint)
  const named = [org, flow.id, fingerprint, trailName ?? null] as const
  const artifact = await findNewestArtifact(...named)
  if (!artifact) {
    throw notFound(
      `Artifact with fingerprint '${fingerprint}' does not exist in flow '${flow.name}' belonging to organization '${orgName}'`,
    )
  }
  if (fingerprint.length < 64 && (await isAmbiguous(artifact.fingerprint, ...named))) {
    throw new Problem(400, `Fingerprint '${fingerprint}' is ambiguous in flow '${flow.name}'`)
  }
  return artifact
}

/** The artifact that evidence is about, which must be on the trail. @throws Problem 404 */
export async function artifactOnTrail(
  { org, orgName }: Place,
  on: { trailId: string | null; trailName: string; flowName: string },
  fingerprint: string,
) {
  const artifact = on.trailId && (await findTrailArtifact(org, on.trailId, fingerprint))
  if (!artifact) {
    throw notFound(
      `Artifact with fingerprint ${fingerprint} does not exist in trail "${on.trailName}" of flow "${on.flowName}" belonging to organization "${orgName}"`,
    )
  }
  return artifact
}
