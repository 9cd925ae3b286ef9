import type { KeyState } from '#contract/key-state.ts'
import type { Role } from '#contract/endpoint.ts'
import type { ServiceAccountSummary } from '#contract/service-account.ts'

/** How service accounts are narrowed and ordered. */
export interface AccountSearch {
  q?: string
  role?: Role[]
  key_state?: KeyState[]
  sort?: 'name' | 'last_used_at' | 'next_expiry_at'
  sort_direction?: 'asc' | 'desc'
}

/** Service accounts that match, in the order asked for; those without a time come last. */
export function narrowAccounts(
  accounts: readonly ServiceAccountSummary[],
  search: AccountSearch,
): ServiceAccountSummary[] {
  const { q = '', role = [], key_state = [], sort = 'name', sort_direction = 'asc' } = search
  const part = q.toLowerCase()
  const matching = accounts.filter(
    (one) =>
      `${one.name} ${one.description}`.toLowerCase().includes(part) &&
      (role.length === 0 || role.includes(one.privilege)) &&
      (key_state.length === 0 || one.key_states.some((state) => key_state.includes(state))),
  )
  const sign = sort_direction === 'asc' ? 1 : -1
  // The service sorts by name.
  if (sort === 'name') return sign === 1 ? matching : matching.toReversed()
  const timeOf = (one: ServiceAccountSummary) => one[sort] ?? sign * Infinity
  return matching.toSorted((one, other) => {
    const [first, second] = [timeOf(one), timeOf(other)]
    return first === second ? 0 : sign * (first - second)
  })
}
