import * as z from 'zod/mini'
import { maybe, ok, patterns, timestamp } from './common.ts'
import { endpoint, roles } from './endpoint.ts'
import { paged, paging, sortDirection } from './page.ts'

const role = z.enum(roles)

/** A person in an organization (product.md 3.21). */
export const member = z.object({
  name: z.string(),
  role,
  joined_at: timestamp,
  /** The rest is for administrators: others get null. */
  email: z.nullable(z.string()),
  /** The last request, by key or in the dashboard. */
  last_seen_at: z.nullable(timestamp),
  /** Personal keys that work. */
  key_count: z.nullable(z.int()),
  /** Service accounts that they created here. */
  service_account_count: z.nullable(z.int()),
  /** Never came, and can be sent another sign-in link. */
  is_invited: z.boolean(),
})
export type Member = z.output<typeof member>

export const listMembers = endpoint({
  method: 'GET',
  path: '/cairn/{org}/members',
  access: 'reader',
  query: z.object({
    /** Part of the name or the e-mail address, in any case. */
    q: maybe(z.string()),
    role: maybe(z.array(role)),
    /** Only who was not seen for 90 days. */
    inactive: z._default(z.boolean(), false),
    sort: z._default(z.enum(['name', 'last_seen_at']), 'name'),
    sort_direction: sortDirection,
  }),
  response: z.array(member),
  status: [200],
  summary: 'List the members of an organization, by name unless asked otherwise',
  decided: 'product.md 3.21',
})

export const newMember = z.object({
  name: z.string().check(z.regex(patterns.organization), z.maxLength(64)),
  role,
  /** Makes a user of this name; without it the name must be that of one. */
  create: maybe(z.boolean()),
  email: maybe(z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/), z.maxLength(254))),
})

export const addMember = endpoint({
  method: 'POST',
  path: '/cairn/{org}/members',
  access: 'admin',
  body: { kind: 'json', schema: newMember },
  response: z.object({
    name: z.string(),
    role,
    /** Signs a new user in, once within a day; null for one who was there. */
    sign_in_link: z.nullable(z.string()),
  }),
  answersSecret: true,
  status: [201],
  summary: 'Add a user to an organization, or make one with a one-time sign-in link',
  decided: 'product.md 3.21',
})

export const renewInvitation = endpoint({
  method: 'POST',
  path: '/cairn/{org}/members/{name}/sign-in-link',
  access: 'admin',
  response: z.object({ sign_in_link: z.string() }),
  answersSecret: true,
  status: [201],
  summary: 'Make another one-time link for a member who was made here and never signed in',
  decided: 'product.md 3.21',
})

export const changeMember = endpoint({
  method: 'PATCH',
  path: '/cairn/{org}/members/{name}',
  access: 'admin',
  body: { kind: 'json', schema: z.object({ role }) },
  response: ok,
  status: [200],
  summary: 'Change the role of a member; the last admin stays one',
  decided: 'product.md 3.21',
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/cairn/{org}/members/{name}',
  access: 'admin',
  response: ok,
  status: [200],
  summary: 'Remove a member from an organization; the last admin stays',
  decided: 'product.md 3.21',
})

/** A change of membership, with its author. */
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
  method: 'GET',
  path: '/cairn/{org}/member-history',
  access: 'reader',
  query: z.object(paging({ per_page: 20, most: 100 })),
  response: paged(membershipChange),
  status: [200],
  summary: 'List changes of membership, newest first',
  decided: 'product.md 3.21',
})

/** An operation, and the weakest role that may do it. */
const ability = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  role,
  /** Roles below admin may do it to what they made themselves. */
  own: z.boolean(),
})
export type Ability = z.output<typeof ability>

export const listAbilities = endpoint({
  method: 'GET',
  path: '/cairn/{org}/abilities',
  access: 'reader',
  response: z.array(ability),
  status: [200],
  summary: 'What each role may do: every operation of an organization with the role it takes',
  decided: 'product.md 3.21',
})
