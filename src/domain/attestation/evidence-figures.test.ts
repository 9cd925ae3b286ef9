import { expect, test } from 'vitest'
import { gateStatus, junitTotals, snykCounts } from './evidence-summary.ts'

const suite = { name: 'unit', failures: 2, errors: 1, skipped: 3, total: 30, duration: 1.5 }

test('sums up suites, of which none has fewer than no passed tests', () => {
  const odd = { ...suite, failures: 9, errors: 0, skipped: 0, total: 2 }
  expect(junitTotals([suite, odd])).toEqual({
    tests: 32,
    failed: 11,
    errors: 1,
    skipped: 3,
    passed: 24,
    duration: 3,
  })
})

test('sums up vulnerabilities over results, whatever is listed', () => {
  const counts = { high_count: 1, medium_count: 2, low_count: 0 }
  const results = [counts, { ...counts, low_count: 4, high: null }]
  expect(snykCounts({ results })).toEqual({ high: 2, medium: 4, low: 4 })
  expect(snykCounts({ results: [] })).toEqual({ high: 0, medium: 0, low: 0 })
})

test('says the status of a gate as it was sent, and cuts a long one', () => {
  const of = (status: string) => gateStatus({ qualityGate: { status, conditions: [] } })
  expect(of('OK')).toBe('OK')
  expect(of('x'.repeat(17))).toBe(`${'x'.repeat(15)}…`)
  expect(gateStatus({ qualityGate: null })).toBeNull()
})
