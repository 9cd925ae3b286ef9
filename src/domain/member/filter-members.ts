import type { Role } from '#contract/common/endpoint.ts'
import type { Member } from '#contract/member/member.ts'
import { daySeconds } from '#domain/common/days.ts'

const inactiveAfter = 90 * daySeconds

/** Filters and order of members. */
export interface MemberSearch {
  q?: string | null
  role?: Role[] | null
  inactive?: boolean
  sort?: 'name' | 'last_seen_at'
  sort_direction?: 'asc' | 'desc'
}

/** Returns whether a member was not seen for 90 days, counted from joining. */
export const isInactive = ({ last_seen_at, joined_at }: Member, now: number) =>
  now - (last_seen_at ?? joined_at) > inactiveAfter

const bySeen = (one: Member, other: Member) => (one.last_seen_at ?? 0) - (other.last_seen_at ?? 0)

/** Filters members, given by name, and sorts them. */
export function filterMembers(
  members: readonly Member[],
  search: MemberSearch,
  now: number,
): Member[] {
  const { role, inactive, sort = 'name', sort_direction = 'asc' } = search
  const part = (search.q ?? '').toLowerCase()
  const matching = members.filter(
    (one) =>
      `${one.name} ${one.email ?? ''}`.toLowerCase().includes(part) &&
      (!role?.length || role.includes(one.role)) &&
      (!inactive || isInactive(one, now)),
  )
  const sign = sort_direction === 'asc' ? 1 : -1
  const sorted = sort === 'name' ? matching : matching.toSorted(bySeen)
  return sign === 1 ? sorted : sorted.toReversed()
}
