import type { QueryOf, ResponseOf } from '#contract/common/endpoint.ts'
import {
  type RegisteredException,
  type listExceptions,
  maxCounted,
} from '#contract/exception/exception.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { findSections } from '#server/organization/queries.ts'
import { readEntriesNow } from '#server/override/queries.ts'
import { type ExceptionPosition, countExceptions, listPositions } from './page-queries.ts'
import { type ExceptionRow, readExceptions } from './register-queries.ts'
import {
  listRecordedChanges,
  listRelyingOnAllowances,
  listRelyingOnOverrides,
  listRelyingOnPolicies,
} from './reliance-queries.ts'

/** Reads a page of the register: a later one costs what the first one costs. */
export async function readPage(
  org: OrgDatabase,
  { page_after, per_page, ...filters }: QueryOf<typeof listExceptions>,
  now: number,
): Promise<ResponseOf<typeof listExceptions>> {
  // One more than are shown tells whether a page follows.
  const found = await listPositions(org, filters, now, {
    after: page_after == null ? null : positionIn(page_after),
    limit: per_page + 1,
  })
  const shown = found.slice(0, per_page)
  const last = found.length > per_page ? shown.at(-1) : undefined
  const counted = await countExceptions(org, filters, now)
  return {
    data: await readRegister(
      org,
      shown.map(({ id }) => id),
      now,
    ),
    pagination: {
      total: Math.min(counted, maxCounted),
      is_total_exceeded: counted > maxCounted,
      per_page,
      next: last ? cursorOf(last) : null,
    },
  }
}

/** A position as the `page_after` of the page that follows. */
const cursorOf = ({ waits, place, expires_at, created_at, id }: ExceptionPosition): string =>
  [Number(waits), place, expires_at ?? 'none', created_at, id].join('_')

/** The position that a cursor says; its form was checked when it was read. */
function positionIn(cursor: string): ExceptionPosition {
  const [waits, place, expiresAt, createdAt, ...id] = cursor.split('_')
  return {
    waits: waits === '1',
    place: Number(place),
    expires_at: expiresAt === 'none' ? null : Number(expiresAt),
    created_at: Number(createdAt),
    id: id.join('_'),
  }
}

const isReliedOn = ({ state, kind }: ExceptionRow) =>
  kind !== 'snooze' && inForceStates.includes(state)

/**
 * Reads some exceptions with what relies on them now and what they changed: a fixed number of
 * queries, however many exceptions. An approved request is read as its override.
 */
export async function readRegister(
  org: OrgDatabase,
  ids: readonly string[],
  now: number,
): Promise<RegisteredException[]> {
  const rows = await readEntriesNow(org, ids, (some) => readExceptions(org, some, now))
  const idsOf = (kind: ExceptionRow['kind']) =>
    rows.filter((row) => row.kind === kind && isReliedOn(row)).map(({ id }) => id)
  const policies = rows.filter(({ kind }) => kind === 'policy')
  const { reporting, overrides } = await findSections(org, ['reporting', 'overrides'])
  const rules = { minutes: reporting, now }
  const [ofOverrides, ofAllowances, ofPolicies, changes] = await Promise.all([
    listRelyingOnOverrides(org, idsOf('override'), rules),
    listRelyingOnAllowances(org, idsOf('allow_list'), rules),
    policies.length > 0 ? listRelyingOnPolicies(org, policies, rules) : [],
    listRecordedChanges(
      org,
      rows.filter(({ kind }) => kind === 'override').map(({ id }) => id),
    ),
  ])
  const relying = [...ofOverrides, ...ofAllowances, ...ofPolicies]
  const changeOf = new Map(changes.map(({ id, ...change }) => [id, change]))
  return rows.map((row) => {
    const own = relying.filter(({ id }) => id === row.id)
    const { policy_name: name, policy_version: version } = row
    const { reviewed_at: at, reviewed_by: by } = row
    return {
      kind: row.kind,
      exception_id: row.id,
      name: row.name,
      flow_name: row.flow_name,
      flow_archived: row.flow_archived,
      trail_name: row.trail_name,
      environment_name: row.environment_name,
      policy: name === null || version === null ? null : { name, version, line: row.policy_line },
      artifact_fingerprint: row.artifact_fingerprint,
      state: row.state,
      reason: row.reason,
      external_urls: row.external_urls ?? {},
      created_at: row.created_at,
      created_by: row.created_by,
      expires_at: row.expires_at,
      ended_at: row.ended_at,
      ended_by: row.ended_by,
      expires_after_days:
        row.has_usual_expiry && row.state === 'requested' ? overrides.default_days : null,
      approved_by: row.approved_by,
      review: at === null || by === null ? null : { at, by, outcome: row.review_outcome },
      relies_now: isReliedOn(row)
        ? {
            environments: own.map(({ environment_name }) => environment_name),
            stale_environments: own.flatMap((one) => (one.is_stale ? one.environment_name : [])),
            artifact_count: own.reduce((sum, { count }) => sum + count, 0),
            failing_policies:
              row.kind === 'allow_list'
                ? Math.max(0, ...own.map(({ failing_policies }) => failing_policies))
                : null,
          }
        : null,
      changed_then: changeOf.get(row.id) ?? null,
    }
  })
}
