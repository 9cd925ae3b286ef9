import { expect, test } from 'vitest'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { rowsOf } from './rows.ts'
import { verdictOfEnvironment, worstMember } from './verdict.ts'

const member = (name: string, state: boolean | null) => ({
  name,
  type: 'K8S' as const,
  description: '',
  tags: {},
  state,
  since: 1,
  last_reported_at: null,
  last_changed_at: null,
  stale_at: null,
  snapshot_index: 0,
  running_count: 0,
  running: { compliant: 0, qualified: 0, non_compliant: 0, unknown: 0, stale: 0 },
  qualifiers: noQualifiers,
  exceptions_end_at: null,
})
const summary = (name: string, fields: Partial<EnvironmentSummary> = {}): EnvironmentSummary => ({
  ...member(name, null),
  org: 'acme',
  last_modified_at: 1,
  include_scaling: false,
  require_provenance: false,
  reporting_minutes: null,
  reporting: null,
  policies: [],
  included_environments: null,
  archived_at: null,
  failing: null,
  flip: null,
  members: null,
  space_id: null,
  ...fields,
})
const all = summary('all', {
  type: 'logical',
  state: false,
  members: [member('east', null), member('west', false)],
})

test('members stand below an open logical environment, and are told apart from their own rows', () => {
  const page = [all, summary('east')]
  expect(rowsOf(page, new Set()).map(({ id }) => id)).toEqual(['all', 'east'])
  const open = rowsOf(page, new Set(['all', 'east']))
  expect(open.map(({ id }) => id)).toEqual(['all', 'all east', 'all west', 'east'])
  expect(open.map(({ shown }) => shown.name)).toEqual(['all', 'east', 'west', 'east'])
})

test('a logical environment names the member that it stands as', () => {
  expect(worstMember(all)?.name).toBe('west')
  const mixed = [member('east', true), member('west', null)]
  expect(worstMember({ ...all, state: null, members: mixed })?.name).toBe('west')
  expect(worstMember({ ...all, state: null, members: [member('east', null)] })).toBeUndefined()
  expect(worstMember({ ...all, state: true })).toBeUndefined()
  expect(worstMember(summary('east'))).toBeUndefined()
})

test('without a policy an environment is unknown, whatever its state says', () => {
  expect(verdictOfEnvironment(summary('a', { state: true }))).toBe('unknown')
  expect(verdictOfEnvironment(summary('a', { state: true, policies: ['p'] }))).toBe('compliant')
  expect(verdictOfEnvironment(summary('a', { state: false, policies: ['p'] }))).toBe(
    'non-compliant',
  )
  expect(verdictOfEnvironment(all)).toBe('non-compliant')
})
