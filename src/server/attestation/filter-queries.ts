import { type RawBuilder, sql } from 'kysely'
import { fullType } from '#contract/attestation/types/kind.ts'
import type { listAttestations } from '#contract/attestation/attestation.ts'
import type { QueryOf } from '#contract/common/endpoint.ts'
import { isInView } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { isOneOf } from '#server/database/keyset-page.ts'

/** Filters of a list of attestations. */
export type Filters = Partial<
  Omit<QueryOf<typeof listAttestations>, 'page' | 'per_page' | 'archived'>
> & {
  /** Meaning of `evidence_age`: evidence of these types alone, each until an instant. */
  recorded?: readonly RecordedUntil[]
}

/** Evidence of a full type that was recorded at or before an instant. */
export interface RecordedUntil {
  type: string
  until: number
}

/** The flows in view whose attestations may match. */
export function flowsOf(org: OrgDatabase, { flow_name }: Pick<Filters, 'flow_name'>) {
  const inView = org.selectFrom('flow').where(isInView(org, 'flow.archived_at'))
  return flow_name?.length ? inView.where(isOneOf('flow.name', flow_name)) : inView
}

/**
 * Condition that an attestation is of a flow in view, checked row by row, so that the order of an
 * index serves the list; for calls that do not see archived flows alone.
 */
export function isOfFlowInView(org: OrgDatabase): RawBuilder<boolean> {
  if (org.archived === 'include') return sql`true`
  const others = org
    .selectFrom('flow')
    .select('flow.id')
    .where((where) => where.not(isInView(org, 'flow.archived_at')))
  return sql`attestation.flow_id not in (${others})`
}

/** Conditions on columns of an attestation, or of counts of attestations; none on flow or time. */
export function conditionsOf(table: string, filters: Filters): RawBuilder<boolean>[] {
  const { attestation_name, attestation_type, reported_by } = filters
  const { record_type, is_compliant, reported_is_compliant } = filters
  const column = (name: string) => `${table}.${name}`
  const isOverride = sql<boolean>`${sql.ref(column('is_override'))}`
  const isEvidence = sql<boolean>`not ${isOverride}`
  const [counted, flipped] = [sql.ref(column('is_compliant')), sql.ref(column('is_flipped'))]
  return [
    ...(attestation_name?.length ? [isOneOf(column('name'), attestation_name)] : []),
    ...(attestation_type?.length ? [isOneOf(column('type'), attestation_type.map(fullType))] : []),
    ...(reported_by?.length ? [isOneOf(column('reported_by'), reported_by)] : []),
    // In the text: only so are the indexes of some of them known to serve.
    ...(is_compliant == null
      ? []
      : [sql<boolean>`${sql.ref(column('is_compliant'))} = ${sql.lit(is_compliant)}`]),
    ...(record_type === 'override' ? [isOverride] : []),
    ...(record_type === 'evidence' || reported_is_compliant != null || filters.recorded
      ? [isEvidence]
      : []),
    ...(reported_is_compliant == null
      ? []
      : [sql<boolean>`${counted} ${reported_is_compliant ? sql`<>` : sql`=`} ${flipped}`]),
  ]
}

/** Condition that an active override overrides the joined attestation. */
export const isOverridden = (org: OrgDatabase) => sql<boolean>`attestation.id in (
  select attestation_id from overridden join override_state using (org_id, override_id)
  where org_id = ${org.orgId} and is_whole and ended_at is null)`
