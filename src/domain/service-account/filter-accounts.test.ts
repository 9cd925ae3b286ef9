import { expect, test } from 'vitest'
import type { ServiceAccountSummary } from '#contract/service-account/service-account.ts'
import { filterAccounts } from './filter-accounts.ts'

const account = (name: string, fields: Partial<ServiceAccountSummary> = {}) => ({
  name,
  description: '',
  privilege: 'member' as const,
  created_at: 0,
  created_by: 'anna',
  creating_user_id: 'u',
  key_count: 1,
  last_used_at: null,
  next_expiry_at: null,
  key_states: ['active' as const],
  ...fields,
})
const accounts = [
  account('build', { description: 'Payments', last_used_at: 5, next_expiry_at: 50 }),
  account('cluster', { privilege: 'snapshotter', last_used_at: 9, key_states: ['rotating'] }),
  account('deploy', { next_expiry_at: 20, key_states: ['active', 'expiring'] }),
]

test.each([
  [{}, ['build', 'cluster', 'deploy']],
  [{ q: 'PAY' }, ['build']],
  [{ role: ['snapshotter'] }, ['cluster']],
  [{ key_state: ['expiring', 'rotating'] }, ['cluster', 'deploy']],
  [{ sort_direction: 'desc' }, ['deploy', 'cluster', 'build']],
  [{ sort: 'last_used_at', sort_direction: 'desc' }, ['cluster', 'build', 'deploy']],
  [{ sort: 'next_expiry_at' }, ['deploy', 'build', 'cluster']],
] as const)('%j leaves %j', (search, names) => {
  expect(filterAccounts(accounts, search as object).map(({ name }) => name)).toEqual(names)
})
