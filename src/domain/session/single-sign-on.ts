import { type Role, roles } from '#contract/common/endpoint.ts'

/** A group of the identity provider, and the role in an organization that it gives. */
export interface GroupRole {
  group: string
  org: string
  role: Role
}

/** Claims about a person by which they are named; those not told are undefined. */
interface NamingClaims {
  preferred_username?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

/** Longest name that leaves room for a number behind it. */
const maxBase = 56

/**
 * Reads a mapping like `admins=northgate:admin,staff=northgate:reader`. Groups may have any
 * character but `=` and `,`.
 * @returns null when it cannot be read
 */
export function parseGroupRoles(text: string): GroupRole[] | null {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  const mapping = parts.flatMap((part) => {
    const [group = '', target = '', ...others] = part.split('=').map((one) => one.trim())
    const [org = '', given, ...more] = target.split(':').map((one) => one.trim())
    const role = roles.find((one) => one === given)
    const isWhole = group !== '' && /^\S+$/.test(org) && others.length + more.length === 0
    return role && isWhole ? [{ group, org, role }] : []
  })
  return mapping.length === parts.length ? mapping : null
}

/** The role that groups give in each organization: of several, the one that may do most. */
export function rolesOfGroups(
  mapping: readonly GroupRole[],
  groups: readonly string[],
): Map<string, Role> {
  const given = new Map<string, Role>()
  for (const { group, org, role } of mapping) {
    if (!groups.includes(group)) continue
    const other = given.get(org)
    if (!other || roles.indexOf(role) < roles.indexOf(other)) given.set(org, role)
  }
  return given
}

/** Reads a claim of groups: a list, or one name; null when it is absent or something else. */
export function groupsOfClaim(claim: unknown): string[] | null {
  if (typeof claim === 'string') return [claim]
  if (!Array.isArray(claim)) return null
  return claim.filter((one) => typeof one === 'string')
}

/**
 * The name that a new person would have: what the provider calls them, in characters that names may
 * have.
 */
export function baseNameOf({ preferred_username, email, name }: NamingClaims): string {
  const given = [preferred_username?.split('@')[0], email?.split('@')[0], name]
  for (const text of given) {
    const plain = (text ?? '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9_.]+/g, '-')
      .replace(/^[^a-z0-9]+/, '')
      .slice(0, maxBase)
      .replace(/[^a-z0-9]$/, '')
    if (plain !== '') return plain
  }
  return 'user'
}

/** Candidates for the name of a new person, the first free one of which they get. */
export function candidateNames(base: string): string[] {
  return [base, ...Array.from({ length: 200 }, (_, index) => `${base}-${index + 2}`)]
}
