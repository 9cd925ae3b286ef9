import type { Endpoint, Role } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Member, MembershipChange, Ability } from '#contract/member/member.ts'
import { textOf } from '#contract/openapi/endpoint-texts.ts'
import { type MemberSearch, filterMembers } from '#domain/member/filter-members.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { requireShared, requirePerson } from '#server/request/access.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { addMember, renewInvitation, changeRole, removeMember } from './change-members.ts'
import {
  listMembershipRecords,
  type MembershipBody,
  listMemberRows,
  countMembershipRecords,
} from './queries.ts'

/** Columns of members as CSV. */
const memberColumns: Columns<Member> = {
  name: (member) => member.name,
  role: (member) => member.role,
  joined_at: (member) => isoTime(member.joined_at),
  email: (member) => member.email,
  last_seen_at: (member) => isoTime(member.last_seen_at),
  working_keys: (member) => member.key_count,
  service_accounts: (member) => member.service_account_count,
  is_invited: (member) => String(member.is_invited),
}

type Row = Awaited<ReturnType<typeof listMembershipRecords>>[number]

const changes: Record<string, MembershipChange['change']> = {
  member_added: 'added',
  member_changed: 'changed',
  member_removed: 'removed',
}

/** Serializes an audit entry about membership. */
function membershipChange(row: Row): MembershipChange {
  const { name, role_before, role_after } = JSON.parse(row.body) as MembershipBody
  return {
    id: row.id,
    at: row.recorded_at,
    by: row.actor,
    change: changes[row.kind] ?? 'changed',
    member: name,
    role_before: role_before ?? null,
    role_after: role_after ?? null,
  }
}

/**
 * Abilities of each role in an organization: from the same declarations that requests are checked
 * by.
 */
const abilities: Ability[] = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
  const { method, path, access } = endpoint
  if (!path.includes('{org}')) return []
  const { summary } = textOf(endpoint)
  return [{ name, method, path, summary, role: access as Role, own: endpoint.own === true }]
})

/** Runs a write that only shared organizations have. @throws Problem 403 */
const writeShared: typeof inUnitOfWork = (context, work) => {
  requireShared(context, 'Members')
  return inUnitOfWork(context, work)
}

/** Requires that people may sign in by links of organizations. @throws Problem 403 */
function requireLinks({ signInWays }: OrgContext): void {
  if (signInWays !== 'oidc') return
  const message = 'Links sign nobody in here: people come by single sign-on, and can be added then'
  throw new Problem(403, message)
}

/** Reads matching members, as far as the caller may see them. */
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
  return filterMembers(seen, search, now)
}

export const memberHandlers = {
  listMembers: (context, { query }) => readMembers(context, query),

  async exportMembers(context, { query }) {
    async function* read() {
      yield await readMembers(context, query)
    }
    return exportAnswer(context, { list: 'members', query, columns: memberColumns, read })
  },

  async addMember(context, { body }) {
    if (body.create) requireLinks(context)
    return writeShared(context, (w) => addMember(w, context.links, body))
  },

  async renewInvitation(context, { params }) {
    const { links } = context
    requireLinks(context)
    const link = await writeShared(context, (w) => renewInvitation(w, links, params.name))
    return { sign_in_link: link }
  },

  async changeMember(context, { params, body }) {
    await writeShared(context, (w) => changeRole(w, params.name, body.role))
    return 'OK'
  },

  async removeMember(context, { params, query }) {
    const { responsibleId } = context.actor
    const leaving = { how: query.service_accounts, responsibleId }
    await writeShared(context, (w) => removeMember(w, params.name, leaving))
    return 'OK'
  },

  async leaveOrganization(context, { body: { organization } }) {
    const { actor, orgName } = context
    requirePerson(context, 'organizations to leave')
    if (organization !== orgName) {
      throw fieldProblem('organization', `Input should be '${orgName}'`, organization)
    }
    await writeShared(context, (w) => removeMember(w, actor.name))
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
