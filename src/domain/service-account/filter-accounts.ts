import type { KeyState } from '#contract/api-key/api-key.ts'
import type { Role } from '#contract/common/endpoint.ts'
import type { ServiceAccountSummary } from '#contract/service-account/service-account.ts'

/** Filters and order of service accounts. */
export interface AccountSearch {
  q?: string | null
  role?: Role[] | null
  key_state?: KeyState[] | null
  sort?: 'name' | 'last_used_at' | 'next_expiry_at'
  sort_direction?: 'asc' | 'desc'
}

/** Filters service accounts, given by name, and sorts them; those without a time come last. */
export function filterAccounts(
  accounts: readonly ServiceAccountSummary[],
  search: AccountSearch,
): ServiceAccountSummary[] {
  const { role, key_state, sort = 'name', sort_direction = 'asc' } = search
  const part = (search.q ?? '').toLowerCase()
  const matching = accounts.filter(
    (one) =>
      `${one.name} ${one.description}`.toLowerCase().includes(part) &&
      (!role?.length || role.includes(one.privilege)) &&
      (!key_state?.length || one.key_states.some((state) => key_state.includes(state))),
  )
  const sign = sort_direction === 'asc' ? 1 : -1
  if (sort === 'name') return sign === 1 ? matching : matching.toReversed()
  const timeOf = (one: ServiceAccountSummary) => one[sort] ?? sign * Infinity
  return matching.toSorted((one, other) => {
    const [first, second] = [timeOf(one), timeOf(other)]
    return first === second ? 0 : sign * (first - second)
  })
}
