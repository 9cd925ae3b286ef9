import { isDeepStrictEqual } from 'node:util'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { TrailPayload } from '#contract/trail/trail.ts'
import { auditStatements } from '#server/audit-log/append-entry.ts'
import { appendEventsAndReevaluateTrail } from '#server/evaluation/evaluate-trail.ts'
import { enqueueReevaluation } from '#server/evaluation/queue.ts'
import { noteActivity } from '#server/database/flow-activity.ts'
import { lockFlow } from '#server/flow/queries.ts'
import { repoOfId, type RepoRow } from '#server/repo/queries.ts'
import { eventRepo, recordRepo } from '#server/repo/record-repo.ts'
import { requireInView } from '#server/request/access.ts'
import { storeTemplate, type TemplateSource } from '#server/template/queries.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { creatorOf, insertTrail, lockTrail, type TrailRow, updateTrail } from './queries.ts'

type Flow = { id: string; name: string; template_id: string }

/** Begins a trail, or updates the given fields. @throws Problem 404 */
export async function beginTrail(
  write: UnitOfWork,
  flowName: string,
  payload: TrailPayload,
  template: TemplateSource | null,
): Promise<'begun' | 'updated'> {
  const { org, at } = write
  const flow = await lockFlow(org, flowName, 'share')
  requireInView(write, 'Flow', flowName, flow)
  const template_id = template && (await storeTemplate(org, template, { id: write.newId(), at }))
  const repo = await recordRepo(write, payload.repo_info)
  const { trail, begun } = await ensureTrail(write, flow, payload, { template_id, repo })
  if (begun) return 'begun'
  const changed = changesTo(trail, payload, template_id)
  const changes = Object.keys(changed)
  if (changes.length === 0) return 'updated'
  const now = monotonicNow(write, trail.last_modified_at)
  const update = updateTrail(org, trail.id, {
    ...rowOf(changed),
    ...(changed.template_id ? { template_id: changed.template_id } : {}),
    ...(changed.git_commit_info ? { commit_sha: changed.git_commit_info.sha1 || null } : {}),
    ...(changed.repo_info ? { repo_id: repo?.id ?? null } : {}),
    last_modified_at: now.at,
  })
  const updated = { ...trail, ...changed }
  const repoAfter = !changed.repo_info && trail.repo_id ? await repoOfId(org, trail.repo_id) : repo
  const creator = await creatorOf(org, trail.id)
  const body = {
    ...reportedBody(now, flow, updated, repoAfter ?? null, creator),
    changes: changes.map((change) => (change === 'template_id' ? 'template' : change)),
  }
  const audited = auditTrail(now, 'trail_updated', flow, updated)
  const writes = [update, noteActivity(org, flow.id, now.at), ...audited]
  if (changed.template_id) {
    const on = { flow_name: flow.name, trail_name: updated.name }
    writes.push(enqueueReevaluation(now, { trail_id: trail.id }, { kind: 'trail', ...on }))
  }
  await appendEventsAndReevaluateTrail(now, updated, [{ type: 'trail_updated', body }], writes)
  return 'updated'
}

/** Finds the trail of a report and locks it; begins an unknown one. */
export async function ensureTrail(
  write: UnitOfWork,
  flow: Flow,
  payload: TrailPayload,
  own: { template_id: string | null; repo: RepoRow | null } = { template_id: null, repo: null },
): Promise<{ trail: TrailRow; begun: boolean }> {
  const { org, at, actor } = write
  const existing = await lockTrail(org, flow.id, payload.name)
  if (existing) return { trail: existing, begun: false }
  const fields = { ...unset, ...givenFields(payload) }
  const begun = await insertTrail(org, {
    id: write.newId(),
    flow_id: flow.id,
    name: payload.name,
    description: fields.description,
    origin_url: fields.origin_url,
    user_data: JSON.stringify(fields.user_data),
    ...rowOf(fields),
    commit_sha: payload.git_commit_info?.sha1 || null,
    repo_id: own.repo?.id ?? null,
    template_id: own.template_id ?? flow.template_id,
    created_at: at,
    created_by: actor.name,
    last_modified_at: at,
  })
  if (!begun) {
    const trail = await lockTrail(org, flow.id, payload.name)
    if (!trail) throw new Error(`trail ${payload.name} vanished while it was begun`)
    return { trail, begun: false }
  }
  const body = reportedBody(write, flow, begun, own.repo)
  const writes = auditTrail(write, 'trail_begun', flow, begun)
  await appendEventsAndReevaluateTrail(write, begun, [{ type: 'trail_reported', body }], writes)
  return { trail: begun, begun: true }
}

const unset = { description: '', origin_url: '', user_data: {} }

/** Returns the fields of a payload as values, without absent and null ones. */
function givenFields(payload: TrailPayload) {
  const { name: _name, ...fields } = payload
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as { [Field in keyof typeof fields]?: NonNullable<(typeof fields)[Field]> }
}

const jsonFields = ['git_commit_info', 'repo_info', 'external_urls', 'user_data'] as const

/** Converts fields to columns: objects become JSON text. */
function rowOf(fields: Record<string, unknown>) {
  const row: { description?: string; origin_url?: string } & {
    [Field in (typeof jsonFields)[number]]?: string
  } = {}
  if (typeof fields.description === 'string') row.description = fields.description
  if (typeof fields.origin_url === 'string') row.origin_url = fields.origin_url
  for (const field of jsonFields) {
    if (fields[field] !== undefined) row[field] = JSON.stringify(fields[field])
  }
  return row
}

function changesTo(trail: TrailRow, payload: TrailPayload, templateId: string | null) {
  const given = {
    ...givenFields(payload),
    ...(templateId ? { template_id: templateId } : {}),
  }
  return Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => !isDeepStrictEqual(value, trail[field as keyof TrailRow]),
    ),
  ) as typeof given
}

function reportedBody(
  write: UnitOfWork,
  flow: Flow,
  trail: Partial<TrailRow> & { template_id: string },
  repo: RepoRow | null,
  creator = write.actor.userId,
) {
  return {
    setting_user_id: write.actor.userId,
    git_commit_info: trail.git_commit_info ?? null,
    repo_info: eventRepo(repo),
    trail_data_json: {
      org_id: write.org.orgId,
      flow_id: flow.id,
      name: trail.name,
      creating_user_id: creator,
      description: trail.description,
      git_commit_info: trail.git_commit_info ?? null,
      template_id: trail.template_id,
      origin_url: trail.origin_url,
      user_data: JSON.stringify(trail.user_data ?? {}),
      repo_ids: repo ? [repo.id] : [],
    },
  }
}

function auditTrail(write: UnitOfWork, kind: AuditKind, flow: Flow, trail: Partial<TrailRow>) {
  return auditStatements(write, {
    kind,
    subject: { flow_name: flow.name, trail_name: trail.name ?? '' },
    body: {
      flow_name: flow.name,
      name: trail.name,
      description: trail.description,
      origin_url: trail.origin_url,
      git_commit_info: trail.git_commit_info,
      repo_info: trail.repo_info,
      external_urls: trail.external_urls,
      user_data: trail.user_data,
      template_id: trail.template_id,
    },
  })
}
