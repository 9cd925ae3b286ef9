import { expect, test } from 'vitest'
import { endpointUrl } from './endpoint-url.ts'

test('encodes path parameters', () => {
  expect(endpointUrl('getFlow', { org: 'acme', flow_name: 'a/b?c#d' })).toBe(
    '/api/v2/flows/acme/a%2Fb%3Fc%23d',
  )
})

test('repeats lists and leaves out what is absent', () => {
  const query = { verdict: ['COMPLIANT', 'INCOMPLETE'], name: undefined, visibility: null, page: 2 }
  expect(endpointUrl('listFlowSummaries', { org: 'acme' }, query)).toBe(
    '/api/v2/cairn/acme/flows?verdict=COMPLIANT&verdict=INCOMPLETE&page=2',
  )
})

test('a missing path parameter is a fault of ours', () => {
  expect(() => endpointUrl('getFlow', { org: 'acme' })).toThrow('flow_name')
})

test('keeps the slashes of a parameter that takes the rest of the path', () => {
  const params = { org: 'acme', repo_name: 'group/a b/c#1' }
  expect(endpointUrl('getRepo', params)).toBe('/api/v2/repos/acme/group/a%20b/c%231')
})
