import type { ExternalUrls } from '#contract/common/fields.ts'
import type { GitCommitInfo } from '#contract/common/git.ts'
import type { TrailEvent } from '#contract/trail/trail-event.ts'
import type { Trail } from '#contract/trail/trail.ts'
import { type ComplianceStatus, complianceStatus } from '#contract/verdict/compliance-status.ts'
import { qualifiersOfTrail } from '#domain/verdict/qualifiers.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import type { StartOrExit } from '#server/database/shared-selects.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { notFound } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { requireInView } from '#server/request/access.ts'
import { readExpiredOfTrails } from '#server/verdict/read-expired.ts'
import { findTrail } from './queries.ts'
import { type TrailRecordRow, findTrailRecord } from './record-queries.ts'

type Report = Extract<TrailEvent, { type: 'artifact_creation_reported' }>

/**
 * Returns the events of a trail with when its artifacts started and stopped running since they were
 * reported, oldest first.
 */
function withRunningEvents({
  events,
  moves,
}: Pick<TrailRecordRow, 'events' | 'moves'>): TrailEvent[] {
  const reports = firstReports(events)
  const running = moves.flatMap((move) =>
    reports
      .filter((one) => one.artifact_fingerprint === move.fingerprint && one.timestamp <= move.at)
      .map((report) => runningEvent(report, move)),
  )
  return [...events, ...running].sort((a, b) => a.timestamp - b.timestamp)
}

/** The first report of each artifact under each of its names; later ones update it. */
function firstReports(events: readonly TrailEvent[]): Report[] {
  const reports = new Map<string, Report>()
  for (const event of events) {
    if (event.type !== 'artifact_creation_reported') continue
    const key = `${event.artifact_fingerprint} ${event.template_reference_name}`
    if (!reports.has(key)) reports.set(key, event)
  }
  return [...reports.values()]
}

function runningEvent(
  { org_id, flow_id, trail_id, artifact_fingerprint, template_reference_name }: Report,
  move: StartOrExit,
): TrailEvent {
  const moved = {
    ...{ org_id, flow_id, trail_id, timestamp: move.at },
    ...{ artifact_fingerprint, template_reference_name },
    environment_id: move.id,
    environment_name: move.environment_name,
    snapshot_index: move.index,
  }
  return move.type === 'exited'
    ? { type: 'artifact_stopped_running', ...moved }
    : { type: 'artifact_started_running', ...moved, replica_number: move.instance_count }
}

/** Reads a stored commit, with all fields, as clients read them unchecked. */
export function commitOf(stored: unknown): GitCommitInfo | null {
  const info = (stored ?? {}) as GitCommitInfo
  if (Object.keys(info).length === 0) return null
  const { sha1, message, author, timestamp } = info
  const texts = { sha1: sha1 ?? '', message: message ?? '', author: author ?? '' }
  return { ...info, ...texts, timestamp: timestamp ?? 0 }
}

/** Reads the stored status of a trail; null for an invalid one, which must not break its list. */
export function readStatus(
  { orgName, onUnreadable }: Pick<OrgContext, 'orgName' | 'onUnreadable'>,
  trailId: string,
  stored: unknown,
): ComplianceStatus | null {
  const { data, error } = complianceStatus.safeParse(stored)
  const record = 'status of a trail'
  if (error) onUnreadable({ organization: orgName, record, id: trailId }, error)
  return data ?? null
}

type Scope = Pick<OrgContext, 'org' | 'orgName' | 'links' | 'clock'>

/** Reads the trail of a path. @throws Problem 404 naming what is unknown or not in view */
export async function readTrail(
  scope: Scope,
  params: { flow_name: string; trail_name: string },
): Promise<Trail> {
  const found = await findTrailRecord(scope.org, params)
  // Says what is unknown; the trail may have begun meanwhile.
  if (!found) return readTrailOfId(scope, (await trailOfPath(scope, params)).trail.id)
  requireInView(scope, 'Flow', found.flow_name, { archived_at: found.flow_archived_at })
  return trailRecord(scope, found)
}

/** Reads a trail by its id, one of an archived flow too. */
export async function readTrailOfId(scope: Scope, id: string): Promise<Trail> {
  const found = await findTrailRecord(scope.org, { id })
  if (!found) throw new Error(`trail ${id} has no status`)
  return trailRecord(scope, found)
}

/** Serializes a trail. */
async function trailRecord(scope: Scope, trail: TrailRecordRow): Promise<Trail> {
  const { orgName, links } = scope
  const { flow_name, document } = trail
  const expiredOf = await readExpiredOfTrails(scope, [trail.id])
  return {
    id: trail.id,
    name: trail.name,
    description: trail.description,
    origin_url: trail.origin_url,
    created_by: trail.created_by,
    created_at: trail.created_at,
    last_modified_at: trail.last_modified_at,
    html_url: links.trail(orgName, flow_name, trail.name),
    git_commit_info: commitOf(trail.git_commit_info),
    external_urls: trail.external_urls as ExternalUrls | null,
    user_data: trail.user_data,
    repo_ids: trail.repo_ids,
    repo_info: trail.repo_info as Trail['repo_info'],
    flow: { name: flow_name, tags: trail.flow_tags, archived_at: trail.flow_archived_at },
    flow_template_version: trail.template_version,
    template: { version: document.version, trail: document.trail, content: trail.content ?? '' },
    compliance_state: trail.state,
    is_compliant: trail.state === 'COMPLIANT',
    qualifiers: {
      ...qualifiersOfTrail(trail.status, () => false),
      expired: expiredOf(trail.id),
    },
    compliance_status: trail.status,
    events: withRunningEvents(trail),
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
