import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { BodyOf, Role } from '#contract/common/endpoint.ts'
import type { addMember as addMemberEndpoint } from '#contract/member/member.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { AuditedWrite } from '#server/audit-log/queries.ts'
import { reservedNames } from '#server/database/system/names.ts'
import {
  clearDefault,
  findInvited,
  findPerson,
  insertPerson,
  insertSignInToken,
  voidLinks,
  voidLinksMadeBy,
} from '#server/database/system/users.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Links } from '#server/platform/links.ts'
import {
  alreadyExists,
  fieldProblem,
  nameTaken,
  notFound,
  Problem,
} from '#server/platform/problem.ts'
import { findAccount } from '#server/service-account/queries.ts'
import {
  type Leaving,
  limitAccounts,
  releaseAccounts,
} from '#server/service-account/limit-accounts.ts'
import { linkLifetime, makeSignInLink } from '#server/session/sign-in.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  deleteMember,
  findMemberRole,
  insertMember,
  lockMembers,
  type MembershipBody,
  setRole,
} from './queries.ts'

/** A change in progress: a unit of work, or one of the operator or of single sign-on. */
type MembershipChange = AuditedWrite & { orgName: string }

/**
 * Adds a user to an organization; a new one gets a one-time sign-in link.
 * @throws Problem 400 for a member, for a name that is taken or reserved, 404 for an unknown user
 */
export async function addMember(
  write: UnitOfWork,
  links: Links,
  input: BodyOf<typeof addMemberEndpoint>,
): Promise<{ name: string; role: Role; sign_in_link: string | null }> {
  const { org, orgName, at } = write
  const { name, role } = input
  if (await isNameOfAccount(org, name))
    throw nameTaken('A service account has this name, and what it does names it alike', name)
  const made = input.create ? await createUser(write, links, name, input.email ?? null) : null
  const user = made ?? (await findPerson(org, name))
  if (!user) throw notFound(`There is no user named '${name}'`)
  if (!(await insertMember(org, { user_id: user.id, role, created_at: at }))) {
    throw alreadyExists(`'${name}' is already a member of '${orgName}'`)
  }
  // Links made for them before, by other organizations, must not open this one.
  if (!made) await org.query(voidLinks(user.id, at))
  await auditMember(write, 'member_added', { name, role_after: role })
  return { name, role, sign_in_link: made?.url ?? null }
}

/** Whether a service account of an organization has a name: records would name both alike. */
export const isNameOfAccount = async (org: OrgDatabase, name: string): Promise<boolean> =>
  (await findAccount(org, name)) !== undefined

async function createUser(write: UnitOfWork, links: Links, name: string, email: string | null) {
  const { org, at, newId } = write
  if (reservedNames.includes(name)) throw fieldProblem('name', 'The name is reserved', name)
  const id = newId()
  const made = { personalOrgId: newId(), homeOrgId: org.orgId, created_at: at }
  const person = { user: { id, name, email }, ...made }
  if (!(await insertPerson(org, person))) {
    throw alreadyExists(`A user or an organization named '${name}' exists already`)
  }
  return { id, url: await makeLink(write, links, id) }
}

/** Stores the hash of a one-time sign-in link; the link itself is shown once. */
async function makeLink({ org, orgName, at, actor }: UnitOfWork, links: Links, user_id: string) {
  const { url, hash } = makeSignInLink(links.base, `/${encodeURIComponent(orgName)}`)
  const times = { created_at: at, expires_at: at + linkLifetime }
  await insertSignInToken(org, { hash, user_id, ...times, made_by: actor.responsibleId })
  return url
}

/**
 * Makes another link for somebody who was made here and never came.
 * @throws Problem 400 for everybody else: a link would let an admin act as them
 */
export async function renewInvitation(
  write: UnitOfWork,
  links: Links,
  name: string,
): Promise<string> {
  const invited = await findInvited(write.org, name)
  if (!invited) {
    throw new Problem(
      400,
      `'${name}' has no invitation here to renew: they have signed in, have a key, or are in another organization`,
      { code: 'not_invited' },
    )
  }
  const link = await makeLink(write, links, invited.id)
  await auditMember(write, 'member_invited', { name })
  return link
}

/**
 * Changes the role of a member; service accounts that they answer for are limited to it.
 * @throws Problem 404, 400 for the last admin
 */
export async function changeRole(write: MembershipChange, name: string, role: Role): Promise<void> {
  const { user_id: id } = await lockMember(write, name, role)
  await giveRole(write, { id, name }, role)
}

/**
 * Removes a member from the organization. Keys of service accounts that they made or answer for are
 * revoked, unless somebody takes the accounts over; links by which they invited others are void.
 * @throws Problem 404, 400 for the last admin
 */
export async function removeMember(
  write: MembershipChange,
  name: string,
  leaving: Leaving = { how: 'revoke' },
): Promise<void> {
  const { user_id: id, role } = await lockMember(write, name, null)
  await endMembership(write, { id, name, role }, leaving)
}

/** Ends a membership, whoever else is an admin, and all that the member could still do there. */
export async function endMembership(
  write: MembershipChange,
  { id, name, role }: { id: string; name: string; role: Role },
  leaving: Leaving = { how: 'revoke' },
): Promise<void> {
  await releaseAccounts(write, id, leaving)
  await voidLinksMadeBy(write.org, id, write.at)
  await deleteMember(write.org, id)
  await clearDefault(write.org, id)
  await auditMember(write, 'member_removed', { name, role_before: role })
}

/** Gives a user a role, whatever they had; it counts for their service accounts, too. */
export async function giveRole(
  write: MembershipChange,
  { id, name }: { id: string; name: string },
  role: Role,
): Promise<void> {
  const { org, at } = write
  const before = await findMemberRole(org, id)
  if (before === role) return
  if (before === null) {
    await insertMember(org, { user_id: id, role, created_at: at })
    await org.query(voidLinks(id, at))
    return auditMember(write, 'member_added', { name, role_after: role })
  }
  await setRole(org, id, role)
  await limitAccounts(write, id, role)
  if (role !== 'admin') await voidLinksMadeBy(org, id, at)
  await auditMember(write, 'member_changed', { name, role_before: before, role_after: role })
}

/**
 * Finds a member to demote or remove, and locks the admins, of whom one must remain.
 * @throws Problem 404, 400
 */
async function lockMember({ org, orgName }: MembershipChange, name: string, next: Role | null) {
  const members = await lockMembers(org, name)
  const member = members.find((one) => one.name === name)
  if (!member) throw notFound(`'${name}' is not a member of '${orgName}'`)
  const isLastAdmin = member.role === 'admin' && members.every((one) => one === member)
  if (isLastAdmin && next !== 'admin') {
    const message = `'${name}' is the last admin of '${orgName}': make somebody else admin first`
    throw new Problem(400, message, { code: 'last_admin' })
  }
  return member
}

const auditMember = (
  write: MembershipChange,
  kind: AuditKind,
  body: MembershipBody,
): Promise<void> => appendAuditEntry(write, { kind, subject: { member: body.name }, body })
