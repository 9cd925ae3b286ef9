import { expect, test } from 'vitest'
import type { Member } from '#contract/member/member.ts'
import { filterMembers } from './filter-members.ts'

const now = 1_800_000_000
const day = 24 * 3600
const member = (name: string, fields: Partial<Member> = {}): Member => ({
  name,
  role: 'member',
  joined_at: 0,
  email: null,
  last_seen_at: now,
  key_count: 0,
  service_account_count: 0,
  is_invited: false,
  ...fields,
})
const members = [
  member('anna', { role: 'admin', email: 'a.berg@acme.example', last_seen_at: now - day }),
  member('ben', { last_seen_at: now - 91 * day }),
  member('cleo', { role: 'reader', last_seen_at: null, joined_at: now - day }),
  member('dora', { last_seen_at: null }),
]

test.each([
  [{}, ['anna', 'ben', 'cleo', 'dora']],
  [{ q: 'BERG' }, ['anna']],
  [{ role: ['admin', 'reader'] }, ['anna', 'cleo']],
  [{ inactive: true }, ['ben', 'dora']],
  [{ sort_direction: 'desc' }, ['dora', 'cleo', 'ben', 'anna']],
  [{ sort: 'last_seen_at', sort_direction: 'desc' }, ['anna', 'ben', 'dora', 'cleo']],
] as const)('%j leaves %j', (search, names) => {
  const found = filterMembers(members, search as object, now)
  expect(found.map(({ name }) => name)).toEqual(names)
})
