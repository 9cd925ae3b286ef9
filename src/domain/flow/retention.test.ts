import { expect, it } from 'vitest'
import type { RetentionSettings } from '#contract/organization/retention-settings.ts'
import { changesRetention, isHeld, retainedSince } from './retention.ts'

const settings: RetentionSettings = {
  years: 2,
  rules: [
    { tag: 'pci', years: 7 },
    { tag: 'risk:high', years: 10 },
  ],
  hold_tags: ['legal-hold', 'case:42'],
}
const now = 2_000_000_000
const year = 366 * 86_400

it.each<[Record<string, string>, number | null]>([
  [{}, 2],
  [{ team: 'core' }, 2],
  [{ pci: '' }, 7],
  [{ pci: 'yes', risk: 'high' }, 10],
  [{ risk: 'low' }, 2],
  [{ 'legal-hold': '' }, null],
  [{ pci: '', case: '42' }, null],
  [{ pci: '', case: '43' }, 7],
])('keeps evidence of a flow with %j for %j years', (tags, years) => {
  expect(retainedSince(settings, tags, now)).toBe(years === null ? null : now - years * year)
  expect(isHeld(settings, tags)).toBe(years === null)
})

it('keeps for ever what no rule names, where nothing is said of the rest', () => {
  const rest = { ...settings, years: null }
  expect(retainedSince(rest, {}, now)).toBeNull()
  expect(retainedSince(rest, { pci: '' }, now)).toBe(now - 7 * year)
})

it.each<[Record<string, string>, Record<string, string>, boolean]>([
  [{}, { team: 'core' }, false],
  [{ pci: 'a' }, { pci: 'b' }, false],
  [{ pci: '' }, {}, true],
  [{ risk: 'high' }, { risk: 'low' }, true],
  [{ 'legal-hold': '' }, {}, true],
  [{}, { case: '42' }, true],
])('tells of a change from %j to %j whether it counts: %j', (before, after, counts) => {
  expect(changesRetention(settings, before, after)).toBe(counts)
})
