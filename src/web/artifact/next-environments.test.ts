import { expect, test } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { nextEnvironments, wouldBe } from './next-environments.ts'

const other = (filename: string, created_at: number, ...names: string[]) => ({
  filename,
  created_at,
  running_in: names.map((environment_name) => ({
    environment_name,
    snapshot_index: 1,
    stale_at: null,
  })),
})
const shop = { filename: 'registry.example/shop:2.0', created_at: 200 }

test.each([
  ['runs an older version', [other('registry.example/shop:1.0', 100, 'prod')], ['prod']],
  ['has this one already', [other('registry.example/shop:1.0', 100, 'staging')], []],
  ['runs a newer version', [other('registry.example/shop:3.0', 300, 'prod')], []],
  ['runs something else', [other('registry.example/shop-worker:1.0', 100, 'prod')], []],
  ['runs two older ones', [other('shop:1', 1, 'prod'), other('shop:2', 2, 'prod')], ['prod']],
])('an environment that %s', (_, others, next) => {
  expect(nextEnvironments(shop, [{ environment_name: 'staging' }], others)).toEqual(next)
})

const qualifiers = { ...noQualifiers, judged: 1 }
test.each([
  [undefined, ''],
  [{ compliant: null, reasons: [], qualifiers }, 'no policy attached'],
  [{ compliant: false, reasons: ['a'], qualifiers }, 'would fail, 1 cause'],
  [{ compliant: true, reasons: [], qualifiers }, 'would comply'],
  [
    { compliant: true, reasons: [], qualifiers: { ...qualifiers, overridden: 1 } },
    'would comply by override',
  ],
  [
    { compliant: true, reasons: [], qualifiers: { ...qualifiers, exempt: 1 } },
    'would comply, exempt',
  ],
])('%#: %s', (result, text) => {
  expect(wouldBe(result)).toBe(text)
})
