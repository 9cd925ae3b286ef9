import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { type OverrideSettings } from '#contract/override/override-settings.ts'
import {
  activeOverrideDays,
  approvalRefusal,
  type Approver,
  changesApproval,
  checkExpiry,
  needsApproval,
  passesMore,
} from './override-rules.ts'

const settings = (fields: Partial<OverrideSettings>): OverrideSettings => ({
  ...settingDefaults.overrides,
  ...fields,
})
const day = 86_400

describe('whether an override needs approval', () => {
  const tags = { risk: 'high', scope: 'a:b' }
  it.each([
    ['off', ['risk'], false],
    ['all', [], true],
    ['tagged', ['risk'], true],
    ['tagged', ['risk:high'], true],
    ['tagged', ['risk:low'], false],
    ['tagged', ['risk:low', 'scope:a:b'], true],
    ['tagged', ['scope:a'], false],
    ['tagged', ['toString'], false],
  ] as const)('%s %j: %s', (approval, approval_tags, expected) => {
    const current = settings({ approval, approval_tags: [...approval_tags] })
    expect(needsApproval(current, 'flow', tags)).toBe(expected)
    const ofEnvironments = { ...current, approval_tags: [], environment_tags: [...approval_tags] }
    expect(needsApproval(ofEnvironments, 'environment', tags)).toBe(expected)
    expect(needsApproval(ofEnvironments, 'flow', tags)).toBe(approval === 'all')
    const removed = changesApproval(ofEnvironments, 'environment', tags, {})
    expect(removed).toBe(approval === 'tagged' && expected)
    expect(changesApproval(ofEnvironments, 'flow', tags, {})).toBe(false)
  })
})

it.each([
  [true, 100, 200, true],
  [true, 100, null, true],
  [true, 100, 50, false],
  [true, null, 100, false],
  [false, 100, 50, true],
  [false, null, 100, true],
  [false, 100, null, false],
  [false, 100, 200, false],
  [false, null, null, false],
])(
  'an override to %s until %s that ends at %s instead passes more: %s',
  (is_compliant, expires_at, end, expected) => {
    expect(passesMore({ is_compliant, expires_at }, end)).toBe(expected)
  },
)

describe('who approves', () => {
  const person = { name: 'mei', role: 'member', isServiceAccount: false }
  const cases: [Partial<OverrideSettings>, Approver, isOwn: boolean, may: boolean][] = [
    [{ approver_roles: ['member'] }, person, false, true],
    [{ approver_roles: ['admin'] }, person, false, false],
    [{ approver_roles: [], approvers: ['mei'] }, person, false, true],
    [{ approver_roles: [], approvers: ['mei'] }, { ...person, name: 'ann' }, false, false],
    [{ approvers: ['mei'] }, { ...person, role: 'reader' }, false, false],
    [{ approver_roles: ['member'] }, person, true, false],
    [{ approver_roles: ['member'] }, { ...person, isServiceAccount: true }, false, false],
  ]
  it.each(cases)('%j %j, own: %s: %s', (fields, approver, isOwn, may) => {
    expect(approvalRefusal(settings(fields), approver, isOwn) === null).toBe(may)
  })
})

describe('the expiry of an override', () => {
  const now = 1_800_000_000
  it.each([
    [{}, undefined, { expires_at: null }],
    [{ default_days: 7 }, undefined, { expires_at: now + 7 * day }],
    [{ default_days: 7 }, null, { expires_at: null }],
    [{ most_days: 7 }, now + 7 * day, { expires_at: now + 7 * day }],
    [{ most_days: 7 }, now + 7 * day + 1, { refusal: expect.stringContaining('within 7 days') }],
    [{ most_days: 1 }, now + 2 * day, { refusal: expect.stringContaining('within 1 day') }],
    [{ allows_no_expiry: false }, null, { refusal: expect.stringContaining('every override') }],
    [{}, now, { refusal: expect.stringContaining('future') }],
    [{}, 1e300, { refusal: expect.stringContaining('year 10000') }],
  ])('%j, requested %s', (fields, requested, expected) => {
    expect(checkExpiry(settings(fields), requested, now)).toEqual(expected)
  })

  it('names what it is about', () => {
    const thing = 'entry of an allow-list'
    expect(checkExpiry(settings({ most_days: 7 }), now + 8 * day, now, thing)).toEqual({
      refusal: 'The organization has set that an entry of an allow-list ends within 7 days',
    })
  })
})

it('counts active overrides at the end of each day', () => {
  const one = fc.record({ from: fc.nat(30), lasts: fc.option(fc.nat(30)) })
  fc.assert(
    fc.property(fc.array(one), fc.nat(20), fc.nat(20), (overrides, first, length) => {
      const counted = (of: readonly number[]) => of.map((at) => ({ day: at, count: 1 }))
      const begun = counted(overrides.map(({ from }) => from))
      const ended = counted(
        overrides.flatMap(({ from, lasts }) => (lasts === null ? [] : [from + lasts])),
      )
      const window = { from: first * day, to: (first + length) * day + 1 }
      const days = activeOverrideDays(window, { begun, ended })
      expect(days).toHaveLength(length + 1)
      for (const { start, active } of days) {
        const at = start / day
        const stood = overrides.filter(
          ({ from, lasts }) => from <= at && (lasts === null || from + lasts > at),
        )
        expect(active).toBe(stood.length)
      }
    }),
  )
  expect(
    activeOverrideDays({ from: 1e25, to: 1e25 }, { begun: [], ended: [] }).length,
  ).toBeLessThan(3)
})
