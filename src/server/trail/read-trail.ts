import type { ExternalUrls } from '#contract/common/fields.ts'
import type { GitCommitInfo } from '#contract/common/git.ts'
import type { TrailEvent } from '#contract/trail/trail-event.ts'
import type { Trail } from '#contract/trail/trail.ts'
import { qualifiersOfTrail } from '#domain/verdict/qualifiers.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { flowOfPath, type FlowRow } from '#server/flow/load-flow.ts'
import { notFound } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { readExpiredOfTrails } from '#server/verdict/read-expired.ts'
import { findTrailDetails } from './detail-queries.ts'
import { findTrail, listTrailEvents, type TrailRow } from './queries.ts'

/** Reads a stored commit, with all fields, as clients read them unchecked. */
export function commitOf(stored: unknown): GitCommitInfo | null {
  const info = (stored ?? {}) as GitCommitInfo
  if (Object.keys(info).length === 0) return null
  const { sha1, message, author, timestamp } = info
  const texts = { sha1: sha1 ?? '', message: message ?? '', author: author ?? '' }
  return { ...info, ...texts, timestamp: timestamp ?? 0 }
}

/** Serializes a trail. */
export async function trailRecord(
  scope: Pick<OrgContext, 'org' | 'orgName' | 'links' | 'clock'>,
  flow: Pick<FlowRow, 'id' | 'name' | 'tags' | 'archived_at'>,
  trail: TrailRow,
): Promise<Trail> {
  const { org, orgName, links } = scope
  const [{ template, ...stored }, events, expiredOf] = await Promise.all([
    findTrailDetails(org, trail),
    listTrailEvents(org, { id: trail.id }),
    readExpiredOfTrails(scope, [trail.id]),
  ])
  const common = { org_id: org.orgId, flow_id: flow.id, trail_id: trail.id }
  return {
    id: trail.id,
    name: trail.name,
    description: trail.description,
    origin_url: trail.origin_url,
    created_by: trail.created_by,
    created_at: trail.created_at,
    last_modified_at: trail.last_modified_at,
    html_url: links.trail(orgName, flow.name, trail.name),
    git_commit_info: commitOf(trail.git_commit_info),
    external_urls: trail.external_urls as ExternalUrls | null,
    user_data: trail.user_data,
    repo_ids: stored.repo_ids,
    repo_info: trail.repo_info as Trail['repo_info'],
    flow: { name: flow.name, tags: flow.tags, archived_at: flow.archived_at },
    flow_template_version: stored.template_version,
    template: {
      version: template.document.version,
      trail: template.document.trail,
      content: template.content ?? '',
    },
    compliance_state: stored.state,
    is_compliant: stored.state === 'COMPLIANT',
    qualifiers: {
      ...qualifiersOfTrail(stored.status, () => false),
      expired: expiredOf(trail.id),
    },
    compliance_status: stored.status,
    events: events.map(
      ({ type, recorded_at, body }) =>
        ({ ...common, timestamp: recorded_at, type, ...body }) as TrailEvent,
    ),
  }
}

/** Finds the flow and trail of a path. @throws Problem 404 naming the one that is unknown */
export async function trailOfPath(
  scope: OrgScope,
  params: { flow_name: string; trail_name: string },
) {
  const flow = await flowOfPath(scope, params.flow_name)
  const trail = await findTrail(scope.org, flow.id, params.trail_name)
  requireTrail(scope, flow, params.trail_name, trail)
  return { flow, trail }
}

/** Requires a trail to exist. @throws Problem 404 */
export function requireTrail<Trail>(
  { orgName }: Pick<OrgScope, 'orgName'>,
  flow: { name: string },
  name: string,
  trail: Trail | undefined,
): asserts trail is Trail {
  if (trail) return
  throw notFound(
    `Trail with name '${name}' does not exist for Organization '${orgName}' and Flow '${flow.name}'`,
  )
}
