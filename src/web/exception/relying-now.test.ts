import { expect, test } from 'vitest'
import { changeOf, lastSeenText } from './relying-now.tsx'

const environments = ['prod-eu', 'prod-us', 'staging']

test.each([
  [environments, [], ''],
  [environments, ['staging'], ', in 1 of the 3 when last seen'],
  [environments, environments, ', when last seen'],
  [['staging'], ['staging'], ', when last seen'],
  [[], [], ''],
])('relied on in %j, stale %j: %s', (all, stale, text) => {
  expect(lastSeenText({ environments: all, stale_environments: stale })).toBe(text)
})

test.each([
  [null, ''],
  [{ trails: 0, artifacts: 0, environments: 0 }, 'nothing'],
  [{ trails: 1, artifacts: 2, environments: 0 }, '1 trail, 2 artifacts'],
])('changed %j then: %s', (changed_then, text) => {
  expect(changeOf({ changed_then } as Parameters<typeof changeOf>[0])).toBe(text)
})
