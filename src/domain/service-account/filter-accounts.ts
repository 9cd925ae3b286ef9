import type { KeyState } from '#contract/api-key/api-key.ts'
import type { Role } from '#contract/common/endpoint.ts'
import type { ServiceAccountSummary } from '#contract/service-account/service-account.ts'

/** How service accounts are narrowed and ordered. */
export interface AccountSearch {
  q?: string | null
  role?: Role[] | null
  key_state?: KeyState[] | null
  sort?: 'name' | 'last_used_at' | 'next_expiry_at'
  sort_direction?: 'asc' | 'desc'
}

/** Service accounts by name that match, in the order asked for; those without a time come last. */
export function narrowAccounts(
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
