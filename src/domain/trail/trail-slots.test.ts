import { expect, test } from 'vitest'
import type { FilledSlot } from '#contract/trail/slot.ts'
import { rankSlots } from './slot-ranking.ts'
import { evaluateTrail } from './evaluate-trail.ts'
import { factsOf } from './trail-notation.ts'
import { columnsOfTrails, slotKey, slotsOfTemplate, slotsOfTrail } from './trail-slots.ts'

const prefixes: Record<FilledSlot['state'], string> = {
  COMPLIANT: '',
  'NON-COMPLIANT': '!',
  MISSING: '-',
}

const nameOf = (slot: { target: string | null; attestation_name: string | null }) =>
  [slot.target ?? [], slot.attestation_name ?? '#'].flat().join('/')

/** Formats slots: `!app/unit` fails, `-app/#` is a missing artifact, `?lint` is unexpected. */
const show = (slots: readonly FilledSlot[]) =>
  slots
    .map((slot) => `${slot.unexpected ? '?' : ''}${prefixes[slot.state]}${nameOf(slot)}`)
    .join(' ')

const slotsOf = (facts: string) => slotsOfTrail(evaluateTrail(factsOf(facts)))

test.each([
  ['nothing expected, nothing there', '', ''],
  ['the trail first, then artifact by artifact', 'pr app(unit) <- 1 pr', 'pr -app/# -app/unit'],
  ['an artifact without slots can be missing', 'app() <-', '-app/#'],
  ['an artifact that is there', 'app(unit) <- #5 app, 2 !unit on 5', 'app/# !app/unit'],
  ['unexpected evidence', 'pr <- 1 pr, 2 !lint', 'pr ?!lint'],
  ['an unexpected artifact is no slot, its evidence is', '<- #5 web, 1 unit on 5', '?web/unit'],
  ['artifacts without a name share their slots', '<- #5 -, #6 -, 1 unit on 5', '?*/unit'],
  ['of which the worst counts', '<- #5 -, #6 -, 1 unit on 5, 2 !unit on 6', '?!*/unit'],
  ['the wrong type fills no slot', 'pr:junit <- 1 pr', '-pr'],
  ['but fails it', 'pr:junit <- 1 !pr', '!pr'],
  [
    'evidence of another commit is a slot of its own',
    'app(unit) <- #5 app at 2, 1 !unit for app at 3, 6 unit on 5',
    'app/# app/unit',
  ],
])('%s', (_name, facts, slots) => {
  expect(show(slotsOf(facts))).toBe(slots)
})

test('awaited evidence of several commits shares its slots', () => {
  const slots = slotsOf('app(unit) <- #5 app at 2, 6 !scan for app at 3, 7 lint for app at 4')
  expect(show(slots)).toBe('app/# -app/unit ?!app@*/scan ?app@*/lint')
})

test.each([
  ['', ''],
  ['pr app(unit scan) web()', 'pr app/# app/unit app/scan web/#'],
  ['app(unit) *(unit scan)', 'app/# app/unit app/scan'],
])('a template %j has the slots %j', (template, slots) => {
  expect(
    slotsOfTemplate(factsOf(`${template} <-`).template)
      .map(nameOf)
      .join(' '),
  ).toBe(slots)
})

test('columns are the slots of the template, then others, by target', () => {
  const expected = slotsOfTemplate(factsOf('pr app(unit) <-').template)
  const trails = ['pr app(unit) <- 1 lint, #5 app, 2 scan on 5', '<- #6 web, 1 unit on 6']
  const columns = columnsOfTrails(expected, [
    ...trails.map((facts) => ({ slots: slotsOf(facts) })),
    { slots: null },
  ])
  const shown = columns.map(({ target, slots }) => [
    target,
    slots.map((slot) => `${slot.unexpected ? '?' : ''}${slot.attestation_name ?? '#'}`).join(' '),
  ])
  expect(shown).toEqual([
    [null, 'pr ?lint'],
    ['app', '# unit ?scan'],
    ['web', '?unit'],
  ])
  expect(columnsOfTrails([], [])).toEqual([])
})

test('slots are ranked by failures, then by missing ones', () => {
  const facts = [
    'pr unit lint <- 1 pr, 2 !unit',
    'pr unit lint <- 1 !pr, 2 !unit, 3 lint',
    'pr unit lint <- 2 unit',
  ]
  const trails = facts.map((text, index) => ({
    name: `run-${index}`,
    created_at: 100 - index,
    slots: slotsOf(text),
  }))
  const record = (attestation_name: string, at: number, is_compliant: boolean) => ({
    target: null,
    attestation_name,
    at,
    is_compliant,
  })
  const records = [record('unit', 10, true), record('pr', 11, false), record('unit', 20, false)]
  const ranks = rankSlots(trails, [...records, record('pr', 71, true), record('unit', 90, false)])
  expect(
    ranks.map(({ attestation_name: name, runs, failing, missing }) => [
      name,
      `${failing} of ${runs}, -${missing}`,
    ]),
  ).toEqual([
    ['unit', '2 of 3, -0'],
    ['pr', '1 of 2, -1'],
    ['lint', '0 of 1, -2'],
  ])
  expect(ranks[0]).toMatchObject({
    share: 2 / 3,
    failing_since: 20,
    failing_in_a_row: 2,
    median_time_to_fix: null,
    last_failing: { trail_name: 'run-0', attestation_id: 'id-2', created_at: 100 },
  })
  expect(ranks[1]).toMatchObject({ median_time_to_fix: 60, failing_since: null })
  expect(rankSlots([], records)).toEqual([])
})

test('keys of different names differ', () => {
  const keys = [null, '', 'null', 'a/b', '__proto__'].flatMap((target) =>
    [null, '', 'null'].map((attestation_name) => slotKey({ target, attestation_name })),
  )
  expect(new Set(keys).size).toBe(15)
})
