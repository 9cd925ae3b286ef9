import type { listAttestations } from '#contract/attestation.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { isInView } from '../database/archive.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** What a list of attestations is narrowed by (wire.md 11.2). */
export type Filters = Partial<Omit<QueryOf<typeof listAttestations>, 'page' | 'per_page'>>

/** `decision` is another word for the type that decisions are stored with (wire.md 11.2). */
export const storedType = (type: string) => (type === 'decision' ? 'system:decision' : type)

/** The flows in view whose attestations may match. */
export function flowsOf(org: OrgDatabase, { flow_name }: Filters) {
  const inView = org.selectFrom('flow').where(isInView(org, 'flow.archived_at'))
  return flow_name ? inView.where('flow.name', '=', flow_name) : inView
}
