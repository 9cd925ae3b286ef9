import { describe, expect, it } from 'vitest'
import type { Trigger } from '#contract/notification/notification-types.ts'
import { eventsOfChange, triggerOfState } from './triggers.ts'

const [yes, no, unknown] = [true, false, null]

describe('the trigger of a change of state', () => {
  it.each<[before: boolean | null, after: boolean | null, expected: Trigger | null]>([
    [yes, no, 'ON_NON_COMPLIANT_ENV'],
    [unknown, no, 'ON_NON_COMPLIANT_ENV'],
    [no, no, null],
    [no, yes, 'ON_COMPLIANT_ENV'],
    [unknown, yes, null],
    [yes, yes, null],
    [yes, unknown, null],
    [no, unknown, null],
    [unknown, unknown, null],
  ])('from %s to %s', (before, after, expected) =>
    expect(triggerOfState(before, after)).toBe(expected),
  )

  it('skips unknown states and compares to the last known one', () => {
    const states = [null, true, null, true, null, false, null, false, null, true]
    let known: boolean | null = null
    const triggers = states.map((state) => {
      const trigger = triggerOfState(known, state)
      known = state ?? known
      return trigger
    })
    expect(triggers.map((one) => one?.slice(3) ?? '').filter(Boolean)).toEqual([
      'NON_COMPLIANT_ENV',
      'COMPLIANT_ENV',
    ])
  })
})

describe('the triggers of artifacts', () => {
  const artifact = (was: number, now: number) => ({ name: 'a', fingerprint: 'f', was, now })
  const steady = { before: true, after: true }
  const triggersOf = (change: object) =>
    eventsOfChange({ ...steady, ...change }).map(({ trigger }) => trigger)

  it.each<[string, object, Trigger[]]>([
    ['one that starts', { started: [artifact(0, 1)] }, ['ON_STARTED_ARTIFACT']],
    ['one that exits', { exited: [artifact(2, 0)] }, ['ON_EXITED_ARTIFACT']],
    [
      'one that is scaled',
      { scaled: [artifact(1, 3)], includesScaling: true },
      ['ON_SCALED_ARTIFACT'],
    ],
    ['one that is scaled, unwanted', { scaled: [artifact(1, 3)], includesScaling: false }, []],
    ['one that is scaled from nothing', { scaled: [artifact(0, 3)], includesScaling: true }, []],
    ['nothing', {}, []],
    [
      'several things, the environment last',
      { started: [artifact(0, 1), artifact(0, 1)], exited: [artifact(1, 0)], after: false },
      ['ON_STARTED_ARTIFACT', 'ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT', 'ON_NON_COMPLIANT_ENV'],
    ],
  ])('%s', (_what, change, expected) => expect(triggersOf(change)).toEqual(expected))

  it('does not report compliance for scaling', () => {
    const change = { scaled: [artifact(1, 9)], includesScaling: true, before: false, after: false }
    expect(triggersOf(change)).toEqual(['ON_SCALED_ARTIFACT'])
  })
})
