import { expect, it } from 'vitest'
import { healthOf, type TargetDeliveries, worstHealth } from './target-health.ts'

const delivered: TargetDeliveries = {
  disabled_at: null,
  failures_in_a_row: 0,
  last_failure_at: null,
  last_success_at: 100,
  newest_state: 'delivered',
  newest_attempts: 1,
}
const untried = { last_success_at: null, newest_state: null, newest_attempts: null }
const failedOnce = { failures_in_a_row: 1, last_failure_at: 200 }
const waiting = { newest_state: 'waiting' as const, newest_attempts: 1 }

it.each<[string, string, Partial<TargetDeliveries>]>([
  ['working', 'the newest message arrived', {}],
  ['working', 'it failed once, and a later one arrived', { last_failure_at: 50 }],
  ['never_tried', 'nothing was sent', untried],
  ['retrying', 'the newest message failed once', { ...failedOnce, ...waiting }],
  ['failing', 'it failed once and never worked', { ...untried, ...failedOnce, ...waiting }],
  ['failing', 'it failed three times', { ...waiting, failures_in_a_row: 3 }],
  ['failing', 'the newest message was given up', { newest_state: 'failed' }],
  ['failing', 'it is disabled', { disabled_at: 300 }],
])('a target is %s where %s', (health, _where, known) => {
  expect(healthOf({ ...delivered, ...known })).toBe(health)
})

it.each([
  ['working', ['working', 'working']],
  ['partly_tried', ['working', 'never_tried']],
  ['never_tried', ['never_tried', 'never_tried']],
  ['retrying', ['never_tried', 'retrying', 'working']],
  ['failing', ['working', 'retrying', 'failing']],
] as const)('a notification is %s with targets that are %j', (health, targets) => {
  expect(worstHealth(targets.map((one) => ({ health: one })))).toBe(health)
})
