import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listOverrides, OverrideStanding } from '#contract/override.ts'
import { weekOfSeconds } from '#domain/override.ts'
import { isInView } from '../database/archive.ts'
import type { OrgDatabase } from '../database/org-database.ts'

type Filters = Omit<QueryOf<typeof listOverrides>, 'page' | 'per_page' | 'sort'>

/** All overrides with their flow, trail and original, and what stands of each. */
function overridesOf(org: OrgDatabase) {
  return org
    .selectFrom('attestation')
    .innerJoin('override_state', (join) =>
      join
        .onRef('override_state.org_id', '=', 'attestation.org_id')
        .onRef('override_state.override_id', '=', 'attestation.id'),
    )
    .innerJoin('flow', (join) =>
      join
        .onRef('flow.org_id', '=', 'attestation.org_id')
        .onRef('flow.id', '=', 'attestation.flow_id'),
    )
    .innerJoin('trail', (join) =>
      join
        .onRef('trail.org_id', '=', 'attestation.org_id')
        .onRef('trail.id', '=', 'attestation.trail_id'),
    )
    .leftJoin('override_end', (join) =>
      join
        .onRef('override_end.org_id', '=', 'attestation.org_id')
        .onRef('override_end.override_id', '=', 'attestation.id'),
    )
    .where('attestation.is_override', '=', sql.lit(true))
}

/** The state of an override as of now (product.md 3.9). */
const standing = (now: number) => sql<OverrideStanding>`case
  when override_end.kind is not null then override_end.kind
  when override_state.expires_at <= ${now + weekOfSeconds} then 'expiring'
  else 'active' end`

function overridesMatching(org: OrgDatabase, filters: Filters, now: number) {
  const { flow_name, attestation_type, created_by, direction } = filters
  const { expires_before, from_timestamp, to_timestamp } = filters
  let query = overridesOf(org).where(isInView(org, 'flow.archived_at'))
  if (filters.state?.length) query = query.where(standing(now), 'in', filters.state)
  if (flow_name != null) query = query.where('flow.name', '=', flow_name)
  if (attestation_type != null) query = query.where('attestation.type', '=', attestation_type)
  if (created_by != null) query = query.where('attestation.reported_by', '=', created_by)
  if (direction != null) {
    query = query.where('attestation.is_compliant', '=', direction === 'to_compliant')
  }
  if (expires_before != null) query = query.where('override_state.expires_at', '<', expires_before)
  if (from_timestamp != null) query = query.where('attestation.created_at', '>=', from_timestamp)
  if (to_timestamp != null) query = query.where('attestation.created_at', '<=', to_timestamp)
  return query
}

const registered = (query: ReturnType<typeof overridesOf>, org: OrgDatabase, now: number) =>
  query
    .leftJoin('attestation as original', (join) =>
      join
        .onRef('original.org_id', '=', 'attestation.org_id')
        .onRef('original.id', '=', 'attestation.overridden_attestation_id'),
    )
    .select(['attestation.id', 'attestation.name', 'attestation.type', 'attestation.is_compliant'])
    .select(['attestation.fingerprint', 'attestation.target_artifacts', 'attestation.payload'])
    .select(['attestation.created_at', 'attestation.reported_by'])
    .select(['flow.name as flow_name', 'trail.name as trail_name'])
    .select(['original.id as original_id', 'original.is_compliant as original_is_compliant'])
    .select(['override_state.expires_at', standing(now).as('state')])
    .select(
      sql<boolean>`exists (select from current_attestation as current
        where current.org_id = ${org.orgId} and current.trail_id = attestation.trail_id
          and current.name = attestation.name and current.attestation_id = attestation.id)`.as(
        'is_in_effect',
      ),
    )

/** One page of the register, and how many overrides match. */
export async function pageOfOverrides(
  org: OrgDatabase,
  filters: Filters & { sort: 'created_at' | 'expires_at' },
  { page, per_page }: { page: number; per_page: number },
  now: number,
) {
  const matching = () => overridesMatching(org, filters, now)
  const first =
    filters.sort === 'expires_at'
      ? sql`override_state.expires_at asc nulls last`
      : sql`attestation.created_at desc`
  const rows = await registered(matching(), org, now)
    .orderBy(first)
    .orderBy('attestation.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const { total } = await matching()
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
export type RegisteredRow = Awaited<ReturnType<typeof pageOfOverrides>>['rows'][number]

/** One override of the register. */
export function findRegistered(org: OrgDatabase, id: string, now: number) {
  return registered(overridesOf(org).where('attestation.id', '=', id), org, now).executeTakeFirst()
}

/** What became of an override: what was said of its end, oldest first, and how it ended. */
export async function historyOf(org: OrgDatabase, id: string) {
  const expiries = await org
    .selectFrom('override_expiry')
    .select(['set_at as at', 'set_by as by', 'reason', 'expires_at'])
    .where('override_expiry.override_id', '=', id)
    .orderBy('override_expiry.id')
    .execute()
  const end = await org
    .selectFrom('override_end')
    .select(['kind', 'ended_at as at', 'ended_by as by', 'reason'])
    .where('override_end.override_id', '=', id)
    .executeTakeFirst()
  return { expiries, end }
}
