import { expect, test } from 'vitest'
import { failedFirst, gateOf, momentIn, ruleOf, verdictOfCondition } from './sonar-view.tsx'

const results = {
  serverUrl: 'https://sonar.example',
  taskId: 'AY',
  status: 'SUCCESS',
  analysedAt: '',
  revision: 'c0ffee',
  project: { key: 'app', url: 'https://sonar.example/dashboard?id=app' },
}
const condition = { metric: 'new_bugs', errorThreshold: '3', operator: 'GT', status: 'OK' }
const of = (status: string) => ({ ...condition, status })

test('a gate is passed when it is OK in any case, and failed when there is none', () => {
  const withStatus = (status: string) =>
    gateOf({ ...results, qualityGate: { status, conditions: [] } })
  expect(withStatus('OK').verdict).toBe('compliant')
  expect(withStatus('ok').verdict).toBe('compliant')
  expect(withStatus('ERROR')).toEqual({ label: 'ERROR', verdict: 'non-compliant' })
  expect(withStatus('NONE').verdict).toBe('non-compliant')
  const none = { label: 'No quality gate', verdict: 'non-compliant' }
  expect(gateOf(results)).toEqual(none)
  expect(gateOf({ ...results, qualityGate: null })).toEqual(none)
})

test('says what a condition asks for', () => {
  expect(ruleOf(condition)).toBe('must not be greater than 3')
  expect(ruleOf({ ...condition, operator: 'LT' })).toBe('must not be less than 3')
  expect(ruleOf({ ...condition, operator: 'EQUALS' })).toBe('EQUALS 3')
})

test('puts failed conditions first, then what could not be measured', () => {
  const sorted = failedFirst([of('OK'), of('NO_VALUE'), of('error'), of('ERROR')])
  expect(sorted.map(({ status }) => status)).toEqual(['error', 'ERROR', 'NO_VALUE', 'OK'])
  expect(verdictOfCondition(of('NO_VALUE'))).toBe('unknown')
})

test('reads moments that name their zone, and leaves every other text alone', () => {
  const noon = Date.UTC(2026, 0, 15, 12) / 1_000
  expect(momentIn('2026-01-15T12:00:00Z')).toBe(noon)
  expect(momentIn('2026-01-15T13:00:00+0100')).toBe(noon)
  expect(momentIn('2026-01-15T13:00:00.000+01:00')).toBe(noon)
  for (const text of ['2026-01-15T12:00:00', '2026-99-15T12:00:00Z', 'build 7', '', '7']) {
    expect(momentIn(text)).toBeNull()
  }
})
