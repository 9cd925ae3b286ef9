import type { ChangeKind } from '#contract/change.ts'
import type { BodyOf, Role } from '#contract/endpoint.ts'
import type { addMember } from '#contract/member.ts'
import { reservedNames } from '../database/across-organizations/names.ts'
import {
  clearDefault,
  findInvited,
  findPerson,
  insertPerson,
  insertSignInToken,
} from '../database/across-organizations/people.ts'
import type { Links } from '../links.ts'
import {
  deleteMember,
  insertMember,
  lockMembers,
  type MembershipBody,
  setRole,
} from '../member/queries.ts'
import { notFound, Problem, refusedField } from '../problem.ts'
import { linkLifetime, makeSignInLink } from '../session/sign-in-link.ts'
import { leaveRecord } from './leave-record.ts'
import type { Write } from './write.ts'

/**
 * Adds a user to an organization; one who is to be made gets a one-time sign-in link.
 * @throws Problem 400 for a member, for a name that is taken or reserved, 404 for an unknown user
 */
export async function addPerson(
  write: Write,
  links: Links,
  asked: BodyOf<typeof addMember>,
): Promise<{ name: string; role: Role; sign_in_link: string | null }> {
  const { org, orgName, at } = write
  const { name, role } = asked
  const made = asked.create ? await makePerson(write, links, name, asked.email ?? null) : null
  const user = made ?? (await findPerson(org, name))
  if (!user) throw notFound(`There is no user named '${name}'`)
  if (!(await insertMember(org, { user_id: user.id, role, created_at: at }))) {
    throw new Problem(400, `'${name}' is already a member of '${orgName}'`)
  }
  await record(write, 'member_added', { name, role_after: role })
  return { name, role, sign_in_link: made?.url ?? null }
}

async function makePerson(write: Write, links: Links, name: string, email: string | null) {
  const { org, at, newId } = write
  if (reservedNames.includes(name)) throw refusedField('name', 'The name is reserved', name)
  const id = newId()
  const person = { user: { id, name, email }, personalOrgId: newId(), created_at: at }
  if (!(await insertPerson(org, person))) {
    throw new Problem(400, `A user or an organization named '${name}' exists already`)
  }
  return { id, url: await makeLink(write, links, id) }
}

/** Keeps the hash of a one-time sign-in link; the link itself is shown once. */
async function makeLink({ org, orgName, at }: Write, links: Links, user_id: string) {
  const { url, hash } = makeSignInLink(links.base, `/${encodeURIComponent(orgName)}`)
  await insertSignInToken(org, { hash, user_id, created_at: at, expires_at: at + linkLifetime })
  return url
}

/**
 * Makes another link for somebody who was made here and never came.
 * @throws Problem 400 for everybody else: a link would let an admin act as them
 */
export async function renewInvitation(write: Write, links: Links, name: string): Promise<string> {
  const invited = await findInvited(write.org, name)
  if (!invited) {
    throw new Problem(400, `'${name}' is not waiting for an invitation: they sign in with a key`)
  }
  const link = await makeLink(write, links, invited.id)
  await record(write, 'member_invited', { name })
  return link
}

/** Changes the role of a member. @throws Problem 404, 400 for the last admin */
export async function changeRole(write: Write, name: string, role: Role): Promise<void> {
  const member = await lockMember(write, name, role)
  if (member.role === role) return
  await setRole(write.org, member.user_id, role)
  await record(write, 'member_changed', { name, role_before: member.role, role_after: role })
}

/** Removes a member from the organization. @throws Problem 404, 400 for the last admin */
export async function removePerson(write: Write, name: string): Promise<void> {
  const member = await lockMember(write, name, null)
  await deleteMember(write.org, member.user_id)
  await clearDefault(write.org, member.user_id)
  await record(write, 'member_removed', { name, role_before: member.role })
}

/** A member who is to get another role or none; an admin is left. @throws Problem 404, 400 */
async function lockMember({ org, orgName }: Write, name: string, next: Role | null) {
  const members = await lockMembers(org, name)
  const member = members.find((one) => one.name === name)
  if (!member) throw notFound(`'${name}' is not a member of '${orgName}'`)
  const isLastAdmin = member.role === 'admin' && members.every((one) => one === member)
  if (isLastAdmin && next !== 'admin') {
    const message = `'${name}' is the last admin of '${orgName}': make somebody else admin first`
    throw new Problem(400, message)
  }
  return member
}

const record = (write: Write, kind: ChangeKind, body: MembershipBody): Promise<void> =>
  leaveRecord(write, { kind, subject: { member: body.name }, body })
