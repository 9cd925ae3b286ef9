import { expect, test } from 'vitest'
import type { SnykResults } from '#contract/attestation/types/snyk.ts'
import { findingsOf, gapOf, locationText } from './snyk-view.tsx'

const report = (...results: SnykResults['results']): SnykResults => ({
  schema_version: 1,
  tool: { name: 'SnykCode', version: '1.0.0' },
  results,
})
const counts = { high_count: 1, medium_count: 2, low_count: 0 }
const of = (id: string, priority_score?: number | null) => ({ id, message: '', priority_score })

test('orders findings by severity, then by priority, without a score last', () => {
  const found = findingsOf(
    report(
      { ...counts, low: [of('low', 999)], high: [of('none'), of('null', null), of('500', 500)] },
      { ...counts, medium: [of('medium')], high: [of('800', 800), of('below', -1)] },
    ),
  )
  expect(found.map(({ id }) => id)).toEqual([
    '800',
    '500',
    'below',
    'none',
    'null',
    'medium',
    'low',
  ])
  expect(found.at(-1)?.severity).toBe('low')
})

test('says when counts and list differ', () => {
  expect(gapOf(2, 2)).toBeNull()
  expect(gapOf(2, 0)).toBe('The report lists none of them.')
  expect(gapOf(3, 1)).toBe('The report counts 3 and lists 1; the counts decide.')
})

test('writes a place with its lines, if there are any', () => {
  expect(locationText({ uri: 'src/a.ts', lines: '3-5' })).toBe('src/a.ts:3-5')
  expect(locationText({ uri: 'src/a.ts', lines: null })).toBe('src/a.ts')
})
