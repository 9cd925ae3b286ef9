import { expect, test } from 'vitest'
import { changeOf } from './relying-now.tsx'

test.each([
  [null, ''],
  [{ trails: 0, artifacts: 0, environments: 0 }, 'nothing'],
  [{ trails: 1, artifacts: 2, environments: 0 }, '1 trail, 2 artifacts'],
])('changed %j then: %s', (changed_then, text) => {
  expect(changeOf({ changed_then } as Parameters<typeof changeOf>[0])).toBe(text)
})
