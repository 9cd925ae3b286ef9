import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { momentOfText } from './moment-of-text.ts'
import { textOfMoment, zones } from './moment-text.ts'
import { setLocalZone } from './time-text.ts'

const at = (text: string) => Date.parse(text) / 1_000
const now = at('2026-11-20T09:42:16Z')

afterEach(() => setLocalZone(null))

describe('a moment in words', () => {
  it.each([
    ['2 hours ago', '2026-11-20T07:42:16Z'],
    ['1 hour', '2026-11-20T08:42:16Z'],
    ['5 days ago', '2026-11-15T09:42:16Z'],
    ['1 week ago', '2026-11-13T09:42:16Z'],
    ['in 3 days', '2026-11-23T09:42:16Z'],
    ['yesterday 14:00', '2026-11-19T14:00:00Z'],
    ['wed 8:00', '2026-11-18T08:00:00Z'],
    ['8:00', '2026-11-20T08:00:00Z'],
    ['now', '2026-11-20T09:42:16Z'],
    ['2026-11-20 08:00', '2026-11-20T08:00:00Z'],
    ['2026-11-20T08:00:05', '2026-11-20T08:00:05Z'],
    ['2026-11-20T08:00:05Z', '2026-11-20T08:00:05Z'],
    ['2026-11-20', '2026-11-20T00:00:00Z'],
    ['20 Nov 08:00', '2026-11-20T08:00:00Z'],
    ['20 Nov 2026, 08:00:05', '2026-11-20T08:00:05Z'],
    ['11/12/2026', '2026-12-11T00:00:00Z'],
    ['20.11.2026 08:00', '2026-11-20T08:00:00Z'],
  ])('%s is %s', (text, iso) => expect(momentOfText(text, 'UTC', now)).toBe(at(iso)))

  it.each(['', 'x', '2 huors ago', '2026-02-30', '2 hours ago x', '20 Nov 25:00', '~1', '²'])(
    'there is none in %j',
    (text) => expect(momentOfText(text, 'UTC', now)).toBeNull(),
  )

  it('is read on the clock of its zone, also where the clock was changed between', () => {
    setLocalZone('Europe/Berlin')
    expect(momentOfText('2026-11-20 08:00', 'local', now)).toBe(at('2026-11-20T07:00:00Z'))
    expect(momentOfText('2026-07-20 08:00', 'local', now)).toBe(at('2026-07-20T06:00:00Z'))
    expect(momentOfText('2026-11-20T08:00Z', 'local', now)).toBe(at('2026-11-20T08:00:00Z'))
    expect(momentOfText('2 hours ago', 'local', now)).toBe(now - 7_200)
    expect(momentOfText('yesterday 23:30', 'local', now)).toBe(at('2026-11-19T22:30:00Z'))
  })
})

it('is written so that it can be read again', () => {
  setLocalZone('Asia/Tokyo')
  expect(textOfMoment(now, 'UTC')).toBe('2026-11-20 09:42:16')
  expect(textOfMoment(now, 'local')).toBe('2026-11-20 18:42:16')
  expect(textOfMoment(at('2026-11-20T08:00Z'), 'UTC')).toBe('2026-11-20 08:00')
  expect(textOfMoment(9e15, 'UTC')).toBe('')
  for (const zone of ['UTC', 'local'] as const) {
    expect(momentOfText(textOfMoment(now, zone), zone, now)).toBe(now)
  }
})

it('means what it shows, on either clock', () => {
  // The one hour a year that a local clock shows twice cannot be told apart: whole UTC days.
  const moments = fc.integer({ min: 0, max: 40_000 }).map((day) => day * 86_400 + 43_207)
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
      expect(momentOfText(textOfMoment(moment, zone), zone, now)).toBe(moment)
    }),
  )
})
