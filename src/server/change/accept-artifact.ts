import { isDeepStrictEqual } from 'node:util'
import type { ArtifactPayload } from '#contract/artifact.ts'
import { findSameArtifact, insertArtifact, updateArtifact } from '../artifact/queries.ts'
import { countArtifacts } from '../artifact/tally-queries.ts'
import { recordWrites } from '../record/queries.ts'
import { updateTrail } from '../trail/queries.ts'
import { ensureTrail } from './begin-trail.ts'
import { advanceTrail } from './evaluate-trail.ts'
import { leaveDirty } from './leave-dirty.ts'
import { eventRepo, noteRepo } from './note-repo.ts'
import { requireActive } from './path.ts'
import { ensureFlow } from './put-flow.ts'
import { instantAfter } from './instant-after.ts'
import type { Write } from './write.ts'

/**
 * Accepts an artifact report (wire.md 10): unknown flow and trail are created, the same artifact on
 * the same trail and name is updated, and a report that changes nothing leaves no trace.
 * @throws Problem 404 for an archived flow
 */
export async function acceptArtifact(
  write: Write,
  flowName: string,
  payload: ArtifactPayload,
): Promise<void> {
  const { org } = write
  const flow = await ensureFlow(write, flowName)
  requireActive(write, flowName, flow)
  const repo = await noteRepo(write, payload.repo_info)
  const trail = payload.trail_name
    ? (await ensureTrail(write, flow, { name: payload.trail_name })).trail
    : null
  const now = trail ? instantAfter(write, trail.last_modified_at) : write
  const key = {
    flow_id: flow.id,
    trail_id: trail?.id ?? null,
    template_reference_name: payload.template_reference_name ?? null,
    fingerprint: payload.fingerprint,
  }
  const fields = columnsOf(payload, repo)
  const same = await findSameArtifact(org, key)
  if (same && isUnchanged(same, fields)) return
  const id = same?.id ?? now.newId()
  const made = { created_at: now.at, created_by: now.actor.name }
  if (same) await updateArtifact(org, id, asText(fields))
  else if (!(await insertArtifact(org, { id, ...key, ...asText(fields), ...made }))) {
    // Somebody else reported it meanwhile; a trail's lock keeps others out, so this one has none.
    return acceptArtifact(write, flowName, payload)
  }
  const record = recordWrites(org, {
    id: now.newId(),
    at: now.at,
    actor: now.actor,
    kind: 'artifact_reported',
    subject: { flow_name: flowName, ...(trail ? { trail_name: trail.name } : {}) },
    body: { flow_name: flowName, artifact_id: id, ...payload },
  })
  const { fingerprint } = payload
  const on = { flow_name: flowName, ...(trail && { trail_name: trail.name }) }
  record.push(leaveDirty(now, { fingerprint }, { kind: 'artifact', fingerprint, ...on }))
  if (!trail) {
    const begun = { id, flow_id: flow.id, created_at: now.at, now: null, before: undefined }
    const counted = same ? [] : [countArtifacts(org, [begun], now.newId)]
    return org.writeTogether([...counted, ...record])
  }
  const body = {
    artifact_fingerprint: payload.fingerprint,
    artifact_name: payload.filename,
    artifact_id: id,
    template_reference_name: payload.template_reference_name ?? '',
    git_commit: payload.git_commit,
    git_commit_info: payload.git_commit_info ?? null,
    repo_info: eventRepo(repo),
  }
  const update = updateTrail(org, trail.id, { last_modified_at: now.at })
  const writes = [update, ...record]
  await advanceTrail(now, trail, [{ type: 'artifact_creation_reported', body }], writes)
}

function columnsOf(payload: ArtifactPayload, repo: { id: string } | null) {
  return {
    filename: payload.filename,
    git_commit: payload.git_commit,
    build_url: payload.build_url,
    commit_url: payload.commit_url,
    repo_url: payload.repo_url ?? '',
    git_commit_info: payload.git_commit_info ?? null,
    repo_info: payload.repo_info ?? null,
    repo_id: repo?.id ?? null,
    external_urls: payload.external_urls ?? null,
    annotations: payload.annotations ?? null,
    commits_list: payload.commits_list ?? null,
  }
}
type Fields = ReturnType<typeof columnsOf>

const jsonFields = [
  'git_commit_info',
  'repo_info',
  'external_urls',
  'annotations',
  'commits_list',
] as const

/** Objects as the JSON text that their columns take. */
function asText(fields: Fields) {
  const texts = jsonFields.map((name) => [name, fields[name] && JSON.stringify(fields[name])])
  return {
    ...fields,
    ...(Object.fromEntries(texts) as Record<(typeof jsonFields)[number], string | null>),
  }
}

function isUnchanged(row: Record<string, unknown>, fields: Fields): boolean {
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(row[name], value))
}
