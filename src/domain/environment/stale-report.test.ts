import fc from 'fast-check'
import { expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { isStale, staleAt, staleBefore } from './stale-report.ts'

const silent = { ...settingDefaults.reporting, K8S: 10, server: 60 }
const k8s = (last_reported_at: number | null) => ({ type: 'K8S' as const, last_reported_at })
const server = (last_reported_at: number | null) => ({ type: 'server' as const, last_reported_at })
const logical = (...members: ReturnType<typeof k8s | typeof server>[]) => ({
  type: 'logical' as const,
  last_reported_at: 5_000,
  members,
})

it.each([
  ['its last report and the interval', k8s(1_000), 1_600],
  ['another type, another interval', server(1_000), 4_600],
  ['no interval', { type: 'S3' as const, last_reported_at: 1_000 }, null],
  ['no report yet', k8s(null), null],
  ['archived', { ...k8s(1_000), archived_at: 1_100 }, null],
  ['the stalest member', logical(k8s(9_000), server(1_000)), 4_600],
  ['members without a report', logical(k8s(null)), null],
  ['no members', logical(), null],
])('is stale from %s', (_what, environment, expected) => {
  expect(staleAt(environment, silent)).toBe(expected)
})

it('is stale from the instant on, and never without one', () => {
  expect([1_599, 1_600].map((now) => isStale(1_600, now))).toEqual([false, true])
  expect(isStale(null, 1e12)).toBe(false)
})

it('agrees for lists and single environments', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (at, now) => {
        const cut = staleBefore(silent, now).find(({ type }) => type === 'K8S')
        expect(at <= (cut?.before ?? -1)).toBe(isStale(staleAt(k8s(at), silent), now))
      },
    ),
  )
})
