import { getRouteApi } from '@tanstack/react-router'
import { type Role, roles } from '#contract/common/endpoint.ts'
import type { Session } from '#contract/session/session.ts'

const frame = getRouteApi('/$org')

/** The organization in the session; undefined for one that the person is no member of. */
export const membershipIn = ({ organizations }: Session, org: string) =>
  organizations.find(({ name }) => name === org)

/** The role that the person signed in has in the organization; undefined without one. */
export function useOwnRole(): Role | undefined {
  const { org } = frame.useParams()
  const { session } = frame.useRouteContext()
  return membershipIn(session, org)?.role
}

/** Why the person signed in may not do what needs a role in the organization; null when they may. */
export function useRefusal(needed: Role): string | null {
  const { org } = frame.useParams()
  const role = useOwnRole()
  if (role && roles.indexOf(role) <= roles.indexOf(needed)) return null
  const own = role ? `yours in ${org} is ${role}` : `you have none in ${org}`
  return `This needs the role ${needed}; ${own}. Ask an admin.`
}

/** Why the person signed in may not change a record: it is archived, or they lack the role. */
export function useChangeRefusal(
  one: 'environment' | 'flow' | 'policy',
  record: { archived_at: number | null },
): string | null {
  const missingRole = useRefusal('member')
  return record.archived_at === null
    ? missingRole
    : `The ${one} is archived: make it active again first.`
}
