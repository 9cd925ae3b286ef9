import { isDeepStrictEqual } from 'node:util'
import type { ArtifactPayload } from '#contract/artifact/artifact.ts'
import type { GitCommitInfo } from '#contract/common/git.ts'
import { isSameCommit } from '#domain/trail/artifact-evidence.ts'
import { auditStatements } from '#server/audit-log/append-entry.ts'
import { appendEventsAndReevaluateTrail } from '#server/evaluation/evaluate-trail.ts'
import { enqueueReevaluation } from '#server/evaluation/queue.ts'
import { countArtifacts } from '#server/evaluation/trail-queries.ts'
import { noteActivity } from '#server/database/flow-activity.ts'
import { ensureFlow } from '#server/flow/change-flow.ts'
import { eventRepo, recordRepo } from '#server/repo/record-repo.ts'
import { requireInView } from '#server/request/access.ts'
import { ensureTrail } from '#server/trail/begin-trail.ts'
import { updateTrail } from '#server/trail/queries.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { findSameArtifact, insertArtifact, updateArtifact } from './queries.ts'

/**
 * Accepts an artifact report: creates an unknown flow or trail, updates the same artifact on the
 * same trail and name, and leaves no trace if nothing changes.
 * @throws Problem 404 for an archived flow
 */
export async function reportArtifact(
  write: UnitOfWork,
  flowName: string,
  payload: ArtifactPayload,
): Promise<void> {
  const { org } = write
  const flow = await ensureFlow(write, flowName)
  requireInView(write, 'Flow', flowName, flow)
  const repo = await recordRepo(write, payload.repo_info)
  const trail = payload.trail_name
    ? (await ensureTrail(write, flow, { name: payload.trail_name })).trail
    : null
  const now = trail ? monotonicNow(write, trail.last_modified_at) : write
  const key = {
    flow_id: flow.id,
    trail_id: trail?.id ?? null,
    template_reference_name: payload.template_reference_name ?? null,
    fingerprint: payload.fingerprint,
  }
  // Without a repository of its own, an artifact has its trail's.
  const repoId = repo?.id ?? (payload.repo_info ? null : (trail?.repo_id ?? null))
  const fields = columnsOf(payload, repoId)
  const same = await findSameArtifact(org, key)
  if (same && isUnchanged(same, fields)) return
  const id = same?.id ?? now.newId()
  const made = { created_at: now.at, created_by: now.actor.name }
  if (same) await updateArtifact(org, id, asText(fields))
  else if (!(await insertArtifact(org, { id, ...key, ...asText(fields), ...made }))) {
    // Reported concurrently; a trail's lock prevents that, so this one has no trail.
    return reportArtifact(write, flowName, payload)
  }
  const statements = auditStatements(now, {
    kind: 'artifact_reported',
    subject: { flow_name: flowName, ...(trail ? { trail_name: trail.name } : {}) },
    body: { flow_name: flowName, artifact_id: id, ...payload },
  })
  const { fingerprint } = payload
  const on = { flow_name: flowName, ...(trail && { trail_name: trail.name }) }
  statements.push(
    enqueueReevaluation(now, { fingerprint }, { kind: 'artifact', fingerprint, ...on }),
  )
  if (!trail) {
    const begun = { id, flow_id: flow.id, created_at: now.at, now: null, before: undefined }
    const counted = same ? [] : [countArtifacts(org, [begun], now.newId)]
    return org.executeBatch([...counted, ...statements])
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
  const writes = [update, ...(same ? [noteActivity(org, flow.id, now.at)] : []), ...statements]
  await appendEventsAndReevaluateTrail(
    now,
    trail,
    [{ type: 'artifact_creation_reported', body }],
    writes,
  )
}

/**
 * Returns the commit of a report: its own, else the one of that hash in the list of the legacy
 * form.
 */
function commitOf({ git_commit, git_commit_info, commits_list }: ArtifactPayload) {
  const isIt = ({ sha1 }: GitCommitInfo) => !!sha1 && isSameCommit(sha1, git_commit)
  return git_commit_info ?? commits_list?.find(isIt) ?? null
}

function columnsOf(payload: ArtifactPayload, repo_id: string | null) {
  return {
    filename: payload.filename,
    git_commit: payload.git_commit,
    build_url: payload.build_url,
    commit_url: payload.commit_url,
    repo_url: payload.repo_url ?? '',
    git_commit_info: commitOf(payload),
    repo_info: payload.repo_info ?? null,
    repo_id,
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

/** Converts objects to the JSON text of their columns. */
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
