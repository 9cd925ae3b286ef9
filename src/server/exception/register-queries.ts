import { sql } from 'kysely'
import type { ExceptionKind } from '#contract/exception/exception.ts'
import type { OverrideState } from '#contract/override/override.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { exceptionColumns, exceptionsByKind } from './kind-queries.ts'

/** An exception, or a request for one. */
export interface ExceptionRow {
  kind: ExceptionKind
  id: string
  name: string
  flow_name: string | null
  /** False for what is in no flow. */
  flow_archived: boolean
  trail_name: string | null
  environment_id: string | null
  environment_name: string | null
  policy_id: string | null
  policy_name: string | null
  policy_version: number | null
  policy_line: number | null
  /** The rule that an exception of a policy frees from. */
  rule: string | null
  artifact_fingerprint: string | null
  state: OverrideState
  reason: string
  external_urls: Record<string, unknown> | null
  created_at: number
  created_by: string
  /** Null where that account is gone. */
  created_by_id: string | null
  expires_at: number | null
  ended_at: number | null
  ended_by: string | null
  has_usual_expiry: boolean
  approved_by: string | null
  reviewed_at: number | null
  reviewed_by: string | null
  /** Decision of the last review; null where it only looked. */
  review_outcome: 'kept' | 'shortened' | 'ended' | null
}

/** Queries of several kinds as one. */
const together = (kinds: ReturnType<typeof exceptionsByKind>) =>
  sql.join(
    kinds.map(({ rows }) => rows),
    sql` union all `,
  )

/** Some exceptions, in the order of the given ids. */
export async function readExceptions(
  org: OrgDatabase,
  ids: readonly string[],
  now: number,
): Promise<ExceptionRow[]> {
  if (ids.length === 0) return []
  const rows = await org.query(sql<ExceptionRow>`
    select one.* from (${together(exceptionsByKind(org, now))})
      as one (${exceptionColumns})
    where one.id = any(${ids})`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** States of what is in force, and of what waits. */
const presentStates = [...inForceStates, 'requested'] as const

/** Numbers of exceptions in force, and of requests that wait, by what tells them apart. */
export const countByKindAndEnd = (org: OrgDatabase, now: number) =>
  org.query(sql<{
    kind: ExceptionKind
    state: OverrideState
    has_end: boolean
    is_reviewed: boolean
    count: number
  }>`
    select one.kind, one.state, one.expires_at is not null as has_end, one.is_reviewed,
      count(*)::integer as count
    from (${together(exceptionsByKind(org, now, { states: presentStates }))})
      as one (${exceptionColumns})
    group by 1, 2, 3, 4`)
