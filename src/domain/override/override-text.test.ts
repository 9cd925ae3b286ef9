import { expect, test } from 'vitest'
import { overridesText } from './override.ts'

const scan = {
  name: 'scan',
  flow_name: 'shop',
  trail_name: 'build-7',
  by: 'jonas',
  expires_at: Date.UTC(2026, 10, 27, 23, 59) / 1_000,
}

test.each([
  [[], ''],
  [[scan], 'scan of shop/build-7, jonas until 27 Nov 2026'],
  [[{ ...scan, expires_at: null }], 'scan of shop/build-7, jonas without end'],
  [
    [scan, { ...scan, name: 'test' }, scan, scan],
    'scan of shop/build-7, jonas until 27 Nov 2026; test of shop/build-7, jonas until 27 Nov 2026; and 2 more',
  ],
])('%#: says %j', (overrides, text) => {
  expect(overridesText(overrides)).toBe(text)
})
