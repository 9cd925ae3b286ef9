import { describe, expect, it } from 'vitest'
import { type DeploymentOutcome, failureOf, sumUpFailures } from './delivery-figures.ts'

const started: DeploymentOutcome = {
  name: 'shop:1.2',
  isFailing: false,
  restored: null,
  next: null,
}
const older = { name: 'shop:1.1', started_at: 50 }

describe('a deployment', () => {
  it.each<[string, Partial<DeploymentOutcome>, object | null]>([
    ['holds while nothing happens', {}, null],
    ['holds when a newer version follows', { next: { name: 'shop:1.10', started_at: 50 } }, null],
    ['holds when another name follows', { next: { name: 'bank:1.1', started_at: 50 } }, null],
    ['holds when versions have no order', { next: { name: 'shop:old', started_at: 50 } }, null],
    ['fails by an older version', { next: older }, { reason: 'older_version', ended_at: 50 }],
    ['fails until now', { isFailing: true }, { reason: 'non_compliant', ended_at: null }],
    [
      'fails until a report',
      { isFailing: true, restored: { at: 40, cause: undefined }, next: older },
      { reason: 'non_compliant', ended_at: 40, is_by_exception: false },
    ],
    [
      'fails until an override',
      { isFailing: true, restored: { at: 40, cause: 'override' } },
      { reason: 'non_compliant', ended_at: 40, is_by_exception: true },
    ],
  ])('%s', (_name, change, expected) => {
    const failure = failureOf({ ...started, ...change })
    if (expected === null) expect(failure).toBeNull()
    else expect(failure).toMatchObject(expected)
  })
})

describe('failures', () => {
  const failed = (ended_at: number | null, is_by_exception = false) => ({
    started_at: 10,
    failure: { reason: 'non_compliant' as const, ended_at, is_by_exception },
  })

  it('of none have no times', () => {
    expect(sumUpFailures([{ started_at: 10, failure: null }])).toEqual({
      failures: { non_compliant: 0, older_version: 0 },
      restores: { count: 0, by_exception: 0, shortest: null, median: null, longest: null },
    })
  })

  it('are counted by reason; only those that a change ended have a time', () => {
    const byOlder = {
      started_at: 10,
      failure: { reason: 'older_version' as const, ended_at: 110, is_by_exception: false },
    }
    const all = [failed(null), byOlder, failed(30), failed(11, true), failed(50)]
    expect(sumUpFailures(all)).toEqual({
      failures: { non_compliant: 4, older_version: 1 },
      restores: { count: 3, by_exception: 1, shortest: 20, median: 40, longest: 100 },
    })
  })
})
