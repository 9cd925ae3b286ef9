import { describe, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { silenceBefore, splitBySilence } from './silence.ts'

const silent = (from: number, to: number | null) => ({ from, to })
const span = (state: boolean | null) => ({ from: 100, to: 200, state })
const drawn = (parts: ReturnType<typeof splitBySilence>) =>
  parts.map(({ from, to, state, isStale }) => `${from}-${to} ${isStale ? 'stale' : state}`)

describe('a stretch of time with silences', () => {
  it.each([
    ['none', [], ['100-200 true']],
    ['one within', [silent(120, 150)], ['100-120 true', '120-150 stale', '150-200 true']],
    ['one that lasts', [silent(150, null)], ['100-150 true', '150-200 stale']],
    ['one from before until after', [silent(50, 300)], ['100-200 stale']],
    ['one that ends as it begins', [silent(50, 100)], ['100-200 true']],
    [
      'two, in any order',
      [silent(170, 180), silent(110, 120)],
      ['100-110 true', '110-120 stale', '120-170 true', '170-180 stale', '180-200 true'],
    ],
    [
      'two that overlap',
      [silent(110, 150), silent(140, 160)],
      ['100-110 true', '110-150 stale', '150-160 stale', '160-200 true'],
    ],
  ])('%s', (_what, silences, expected) => {
    expect(drawn(splitBySilence(span(true), silences))).toEqual(expected)
  })

  it.each([
    ['a failing environment is stale too', false, ['100-150 false', '150-200 stale']],
    ['an unknown environment is stale too', null, ['100-150 null', '150-200 stale']],
  ] as const)('%s', (_what, state, expected) => {
    expect(drawn(splitBySilence(span(state), [silent(150, null)]))).toEqual(expected)
  })
})

it('ends a silence with the report that comes after it was due', () => {
  const environment = {
    type: 'K8S' as const,
    heard_at: 1_000,
    last_reported_at: 1_001,
    reporting_minutes: 10,
    learned_interval: null,
  }
  const before = (at: number, fields: object = {}) =>
    silenceBefore({ ...environment, ...fields }, settingDefaults.reporting, at)
  expect(before(1_600)).toBeNull()
  expect(before(1_601)).toEqual({ from: 1_600, to: 1_601, last_reported_at: 1_001 })
  expect(before(900)).toBeNull()
  expect(before(9_000, { heard_at: null, last_reported_at: null })).toBeNull()
})
