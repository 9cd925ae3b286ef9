import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow } from '#server/database/tables.ts'
import { updateRegisterEntries, insertRegisterEntry, deleteRegisterEntry } from './queries.ts'

type NewProposal = Omit<
  NewRow<'override_proposal'>,
  'decision' | 'decided_at' | 'decided_by' | 'decided_by_id' | 'reason' | 'override_id'
>

/** Stores a request for an override. */
export async function insertProposal(org: OrgDatabase, proposal: NewProposal): Promise<void> {
  const open = { decision: null, decided_at: null, decided_by: null, decided_by_id: null }
  const { id, flow_id, type, is_compliant, expires_at, requested_at, requested_by } = proposal
  await org.executeBatch([
    org.insertInto('override_proposal', { ...proposal, ...open, reason: null, override_id: null }),
    insertRegisterEntry(org, {
      id,
      is_request: true,
      flow_id,
      type,
      is_compliant,
      created_at: requested_at,
      created_by: requested_by,
      expires_at,
      ended_at: null,
      standing: 'requested',
    }),
  ])
}

const named = (org: OrgDatabase) =>
  org
    .selectFrom('override_proposal')
    .innerJoin('flow', onOrgAnd('flow.id', 'override_proposal.flow_id'))
    .innerJoin('trail', onOrgAnd('trail.id', 'override_proposal.trail_id'))
    .selectAll('override_proposal')
    .select(['flow.name as flow_name', 'trail.name as trail_name'])

/** Finds a request with its trail and locks it until the transaction ends. */
export function lockProposal(org: OrgDatabase, id: string) {
  return named(org)
    .where('override_proposal.id', '=', id)
    .forUpdate('override_proposal')
    .executeTakeFirst()
}
export type ProposalRow = NonNullable<Awaited<ReturnType<typeof lockProposal>>>

/** Stores the decision on a request; called with the request locked. */
export async function closeProposal(
  org: OrgDatabase,
  id: string,
  closing: {
    decision: NonNullable<ProposalRow['decision']>
    decided_at: number
    decided_by: string
    decided_by_id: string
    reason: string
    override_id: string | null
  },
): Promise<void> {
  const { decision: standing, decided_at: ended_at } = closing
  await org.executeBatch([
    org.updateTable('override_proposal').set(closing).where('override_proposal.id', '=', id),
    standing === 'approved'
      ? deleteRegisterEntry(org, id)
      : updateRegisterEntries(org, [id], { standing, ended_at }),
  ])
}
