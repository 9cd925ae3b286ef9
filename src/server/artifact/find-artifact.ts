import type { OrgScope } from '#server/database/org-database.ts'
import { fieldProblem, notFound, Problem } from '#server/platform/problem.ts'
import { findNewestArtifact, findTrailArtifact, isAmbiguous } from './queries.ts'

const fingerprintOrPrefix = /^[a-f0-9]{5,64}$/

const wholeFingerprint = /^[a-f0-9]{64}$/

const requirePattern = (pattern: RegExp) => (fingerprint: string) => {
  if (pattern.test(fingerprint)) return
  const reason = `String should match pattern '${pattern.source}'`
  throw fieldProblem('fingerprint', reason, fingerprint)
}

/** Requires a text to be a fingerprint or its beginning. @throws Problem 400 */
export const requireFingerprint = requirePattern(fingerprintOrPrefix)

/** Requires a text to be a whole fingerprint. @throws Problem 400 */
export const requireWholeFingerprint = requirePattern(wholeFingerprint)

/**
 * Finds the newest record of the artifact that a path names by its fingerprint or a prefix of it.
 * @throws Problem 404 when unknown, 400 when malformed or ambiguous
 */
export async function artifactOfPath(
  { org, orgName }: OrgScope,
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
    throw new Problem(400, `Fingerprint '${fingerprint}' is ambiguous in flow '${flow.name}'`, {
      code: 'ambiguous',
    })
  }
  return artifact
}

/** Finds the artifact of evidence on its trail. @throws Problem 404 */
export async function artifactOnTrail(
  { org, orgName }: OrgScope,
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
