import { expect, test } from 'vitest'
import { archiveFlow, getFlow, listFlowSummaries } from '#contract/flow/flow.ts'
import { getPolicy } from '#contract/policy/policy.ts'
import { getRepo } from '#contract/repo/repo.ts'
import { listTrailSummaries } from '#contract/trail/trail.ts'
import { endpointUrl } from './endpoint-url.ts'

test('encodes path parameters', () => {
  expect(endpointUrl(getPolicy, { org: 'acme', policy_name: 'a/b?c#d' })).toBe(
    '/api/v2/policies/acme/a%2Fb%3Fc%23d',
  )
})

test('reads flows and environments that are archived, too, unless the query says otherwise', () => {
  const flow = { org: 'acme', flow_name: 'payments' }
  expect(endpointUrl(getFlow, flow)).toBe('/api/v2/flows/acme/payments?archived=include')
  const query = { page: 2, archived: 'only' }
  expect(endpointUrl(listTrailSummaries, flow, query)).toBe(
    '/api/v2/cairn/acme/flows/payments/trails?archived=only&page=2',
  )
  expect(endpointUrl(archiveFlow, flow)).toBe('/api/v2/flows/acme/payments/archive')
})

test('repeats lists and leaves out what is absent', () => {
  const query = { verdict: ['COMPLIANT', 'INCOMPLETE'], name: undefined, visibility: null, page: 2 }
  expect(endpointUrl(listFlowSummaries, { org: 'acme' }, query)).toBe(
    '/api/v2/cairn/acme/flows?verdict=COMPLIANT&verdict=INCOMPLETE&page=2',
  )
})

test('a missing path parameter is a fault of ours', () => {
  expect(() => endpointUrl(getFlow, { org: 'acme' })).toThrow('flow_name')
})

test('keeps the slashes of a parameter that takes the rest of the path', () => {
  const params = { org: 'acme', repo_name: 'group/a b/c#1' }
  expect(endpointUrl(getRepo, params)).toBe('/api/v2/repos/acme/group/a%20b/c%231')
})
