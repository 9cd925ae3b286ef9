import { expect, test } from 'vitest'
import type { Change } from '#contract/change.ts'
import { isOutdatedBy } from './change-invalidation.ts'

const change: Change = {
  seq: 7,
  kind: 'attestation_reported',
  subject: { flow_name: 'payments', trail_name: 'build-1' },
}
const trail = (org: string, flow_name: string, trail_name: string) => [
  'getTrail',
  { org, flow_name, trail_name },
  {},
]

test('a change outdates its own trail and the lists that count it', () => {
  expect(isOutdatedBy(trail('acme', 'payments', 'build-1'), 'acme', change)).toBe(true)
  expect(isOutdatedBy(['listFlowSummaries', { org: 'acme' }, {}], 'acme', change)).toBe(true)
  const trails = ['listTrailSummaries', { org: 'acme', flow_name: 'payments' }, { page: 2 }]
  expect(isOutdatedBy(trails, 'acme', change)).toBe(true)
})

test('a list that is asked for a flow in its query follows that flow alone', () => {
  const list = (flow_name: string) => ['listAttestations', { org: 'acme' }, { flow_name, page: 2 }]
  expect(isOutdatedBy(list('payments'), 'acme', change)).toBe(true)
  expect(isOutdatedBy(list('ledger'), 'acme', change)).toBe(false)
})

test('a change leaves everything else alone', () => {
  expect(isOutdatedBy(trail('acme', 'payments', 'build-2'), 'acme', change)).toBe(false)
  expect(isOutdatedBy(trail('acme', 'ledger', 'build-1'), 'acme', change)).toBe(false)
  expect(isOutdatedBy(trail('globex', 'payments', 'build-1'), 'acme', change)).toBe(false)
  const flow = ['getFlow', { org: 'acme', flow_name: 'payments' }, {}]
  expect(isOutdatedBy(flow, 'acme', change)).toBe(false)
  expect(isOutdatedBy(['getSession', {}, {}], 'acme', change)).toBe(false)
})
