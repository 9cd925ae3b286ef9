import * as z from 'zod/mini'
import { emailAddress, longName, maybe, ok, patterns, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts, roles } from '#contract/common/endpoint.ts'
import { paged, paging, sortDirection } from '#contract/common/pagination.ts'
import { download, exportFormat } from '#contract/export/export.ts'

const role = z.enum(roles)

/** A member of an organization. */
export const member = z.object({
  name: z.string(),
  role,
  joined_at: timestamp,
  /** This and the nullable fields below are null where unknown, and for all callers but admins. */
  email: z.nullable(z.string()),
  /** Time of the last request to this organization, by key or in the dashboard. */
  last_seen_at: z.nullable(timestamp),
  /** Number of working personal keys; null too for members of other shared organizations. */
  key_count: z.nullable(z.int()),
  /** Number of service accounts created here by the member or by accounts of theirs. */
  service_account_count: z.nullable(z.int()),
  /** Whether they never signed in, and can be sent another sign-in link. */
  is_invited: z.boolean(),
})
export type Member = z.output<typeof member>

export const listMembers = endpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/cairn/{org}/members',
  access: 'reader',
  query: z.object({
    /** Part of the name or the e-mail address, in any case. */
    q: maybe(z.string()),
    role: maybe(z.array(role)),
    /** Only members who were not seen for 90 days. */
    inactive: z._default(z.boolean(), false),
    sort: z._default(z.enum(['name', 'last_seen_at']), 'name'),
    sort_direction: sortDirection,
  }),
  response: z.array(member),
})

export const newMember = z.object({
  name: z.string().check(z.regex(patterns.organization), z.maxLength(64)),
  role,
  /** Creates a user of this name; without it the user must exist. */
  create: maybe(z.boolean()),
  email: maybe(emailAddress),
})

export const addMember = endpoint({
  name: 'addMember',
  method: 'POST',
  path: '/cairn/{org}/members',
  access: 'admin',
  body: { kind: 'json', schema: newMember },
  response: z.object({
    name: z.string(),
    role,
    /** Link that signs a new user in, once within a day; null for an existing user. */
    sign_in_link: z.nullable(z.string()),
  }),
  answersSecret: true,
  status: [201],
})

export const renewInvitation = endpoint({
  name: 'renewInvitation',
  method: 'POST',
  path: '/cairn/{org}/members/{name}/sign-in-link',
  access: 'admin',
  response: z.object({ sign_in_link: z.string() }),
  answersSecret: true,
  status: [201],
})

export const changeMember = endpoint({
  name: 'changeMember',
  method: 'PATCH',
  path: '/cairn/{org}/members/{name}',
  access: 'admin',
  body: { kind: 'json', schema: z.object({ role }) },
  response: ok,
})

export const removeMember = endpoint({
  name: 'removeMember',
  method: 'DELETE',
  path: '/cairn/{org}/members/{name}',
  access: 'admin',
  query: z.object({
    /** Revokes the keys of the member's service accounts, or transfers them to the caller. */
    service_accounts: z._default(z.enum(['revoke', 'take_over']), 'revoke'),
  }),
  response: ok,
})

export const leaveOrganization = endpoint({
  name: 'leaveOrganization',
  method: 'POST',
  path: '/cairn/{org}/leave',
  access: 'reader',
  body: {
    kind: 'json',
    /** Name of the organization as a confirmation. */
    schema: z.object({ organization: longName }),
  },
  response: ok,
})

/** A change of a membership, with its author. */
const membershipChange = z.object({
  id: z.string(),
  at: timestamp,
  by: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  member: z.string(),
  role_before: z.nullable(role),
  role_after: z.nullable(role),
})
export type MembershipChange = z.output<typeof membershipChange>

export const listMembershipChanges = endpoint({
  name: 'listMembershipChanges',
  method: 'GET',
  path: '/cairn/{org}/member-history',
  access: 'reader',
  query: z.object(paging({ per_page: 20, max: 100 })),
  response: paged(membershipChange),
})

/** An operation, and the weakest role that may do it. */
const ability = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  role,
  /** Whether roles below admin may do it to what they created themselves. */
  own: z.boolean(),
})
export type Ability = z.output<typeof ability>

export const listAbilities = endpoint({
  name: 'listAbilities',
  method: 'GET',
  path: '/cairn/{org}/abilities',
  access: 'reader',
  response: z.array(ability),
})

export const exportMembers = endpoint({
  name: 'exportMembers',
  ...download,
  path: '/cairn/{org}/exports/members',
  access: 'reader',
  query: z.extend(listMembers.query, exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const memberTexts = {
  listMembers: {
    summary: 'List the members of an organization, by name unless asked otherwise',
    description:
      'Returns all members that match, unpaged. E-mail address, last sign of life and the number of keys are shown to admins only. `inactive` selects members who were not seen for 90 days.',
  },
  addMember: {
    summary: 'Add a user to an organization, or make one with a one-time sign-in link',
    description:
      'Adds the user of that name with a role. With `create` true a user is created, and `sign_in_link` signs them in once within a day. An unknown user is 404; a member of this organization, a name that is taken, one that a service account has here, and a reserved name are 400. Personal organizations take no members: 403.',
  },
  renewInvitation: {
    summary: 'Make another one-time link for a member who was made here and never signed in',
    description:
      'Returns a link that works once within a day. It is refused with 400 for everybody but a member who was created here and never signed in, since the link would let an admin act as them.',
  },
  changeMember: {
    summary:
      'Change the role of a member; their service accounts get no more, and the last admin stays one',
    description:
      'The new role counts from the next request. Privileges of the service accounts that the member answers for are lowered to it. The last admin cannot get another role: 400.',
  },
  removeMember: {
    summary:
      'Remove a member from an organization, and what they could do through service accounts; the last admin stays',
    description:
      'The member loses access at once. Keys of the service accounts that they answer for are revoked, or the caller takes the accounts over with `service_accounts=take_over`: their keys then work on, which the member may still have. The last admin cannot be removed: 400.',
  },
  leaveOrganization: {
    summary: 'Leave an organization that one is in, or was added to; the last admin stays',
    description:
      'The caller loses access at once, and keys of the service accounts that they answer for are revoked. `organization` repeats the name in the path, else it is refused with 400, and so is leaving as the last admin. Service accounts cannot leave, and nobody leaves a personal organization: 403.',
  },
  listMembershipChanges: {
    summary: 'List changes of membership, newest first',
    description:
      'Returns who was added, removed or given another role, by whom and when. A page has 20 changes unless `per_page` says otherwise, 100 at most.',
  },
  listAbilities: {
    summary: 'What each role may do: every operation of an organization with the role it takes',
    description:
      'Returns the method, path, summary and weakest role of every operation of an organization, made from the same table that the service checks access with.',
  },
  exportMembers: {
    summary: 'Export all members that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each member; e-mail address and last sign of life are filled for admins only. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
