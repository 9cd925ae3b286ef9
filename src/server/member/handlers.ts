import type { Member } from '#contract/member.ts'
import { type MemberSearch, narrowMembers } from '#domain/narrow-members.ts'
import { addPerson, changeRole, removePerson, renewInvitation } from '../change/manage-member.ts'
import { requireShared } from '../change/own-service-account.ts'
import { write } from '../change/write.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { abilities } from './abilities.ts'
import { memberColumns } from './export-columns.ts'
import { membershipChange } from './item.ts'
import { countMembershipRecords, listMemberRows, listMembershipRecords } from './queries.ts'

/** A write that only shared organizations have. @throws Problem 403 (wire.md 3) */
const writeShared: typeof write = (context, work) => {
  requireShared(context, 'Members')
  return write(context, work)
}

/** The members that match, with as much of them as the caller may see. */
async function readMembers(
  { org, role, clock }: OrgContext,
  search: MemberSearch,
): Promise<Member[]> {
  const now = clock()
  const rows = await listMemberRows(org, now)
  const hidden = {
    email: null,
    last_seen_at: null,
    key_count: null,
    service_account_count: null,
    is_invited: false,
  }
  const seen = role === 'admin' ? rows : rows.map((row) => ({ ...row, ...hidden }))
  return narrowMembers(seen, search, now)
}

export const memberHandlers = {
  listMembers: (context, { query }) => readMembers(context, query),

  async exportMembers(context, { query }) {
    async function* read() {
      yield await readMembers(context, query)
    }
    return exportAnswer(context, { list: 'members', query, columns: memberColumns, read })
  },

  addMember: (context, { body }) => writeShared(context, (w) => addPerson(w, context.links, body)),

  async renewInvitation(context, { params }) {
    const { links } = context
    const link = await writeShared(context, (w) => renewInvitation(w, links, params.name))
    return { sign_in_link: link }
  },

  async changeMember(context, { params, body }) {
    await writeShared(context, (w) => changeRole(w, params.name, body.role))
    return 'OK'
  },

  async removeMember(context, { params }) {
    await writeShared(context, (w) => removePerson(w, params.name))
    return 'OK'
  },

  async listMembershipChanges({ org }, { query }) {
    const [rows, total] = await Promise.all([
      listMembershipRecords(org, query),
      countMembershipRecords(org),
    ])
    return { data: rows.map(membershipChange), pagination: pagination(total, query) }
  },

  async listAbilities() {
    return abilities
  },
} satisfies Partial<Handlers>
