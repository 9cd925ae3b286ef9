import { type RawBuilder, sql } from 'kysely'
import type { listAttestations } from '#contract/attestation.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { isInView } from '../database/archive.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** What a list of attestations is narrowed by (wire.md 11.2). */
export type Filters = Partial<Omit<QueryOf<typeof listAttestations>, 'page' | 'per_page'>>

/** `decision` is another word for the type that decisions are stored with (wire.md 11.2). */
const storedType = (type: string) => (type === 'decision' ? 'system:decision' : type)

/** One value by equality: only so does the order of an index serve a list. */
export const isOneOf = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values})`

/** The flows in view whose attestations may match. */
export function flowsOf(org: OrgDatabase, { flow_name }: Filters) {
  const inView = org.selectFrom('flow').where(isInView(org, 'flow.archived_at'))
  return flow_name?.length ? inView.where(isOneOf('flow.name', flow_name)) : inView
}

/** What is asked of columns of an attestation, or of counts of such; nothing of a flow or of time. */
export function conditionsOf(table: string, filters: Filters): RawBuilder<boolean>[] {
  const { attestation_name, attestation_type, is_compliant, reported_by } = filters
  const column = (name: string) => `${table}.${name}`
  return [
    ...(attestation_name?.length ? [isOneOf(column('name'), attestation_name)] : []),
    ...(attestation_type?.length
      ? [isOneOf(column('type'), attestation_type.map(storedType))]
      : []),
    ...(reported_by?.length ? [isOneOf(column('reported_by'), reported_by)] : []),
    ...(is_compliant == null
      ? []
      : // In the text: only so is the index of non-compliant ones known to serve.
        [sql<boolean>`${sql.ref(column('is_compliant'))} = ${sql.lit(is_compliant)}`]),
  ]
}

/** Whether an override counts in place of the attestation at hand. */
export const isOverridden = (org: OrgDatabase) => sql<boolean>`attestation.id in (
  select attestation_id from overridden join override_state using (org_id, override_id)
  where org_id = ${org.orgId} and is_whole and ended_at is null)`
