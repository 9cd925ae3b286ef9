import type { Endpoint, Role } from '#contract/endpoint.ts'
import { own } from '#contract/index.ts'
import type { Ability } from '#contract/member.ts'

/** What each role may do in an organization: the very declarations that requests are checked by. */
export const abilities: Ability[] = Object.entries<Endpoint>(own).flatMap(([name, endpoint]) => {
  const { method, path, summary, access } = endpoint
  if (!path.includes('{org}')) return []
  return [{ name, method, path, summary, role: access as Role, own: endpoint.own === true }]
})
