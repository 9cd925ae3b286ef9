import { describe, expect, it } from 'vitest'
import type { EventType } from '#contract/event/event.ts'
import { pairEvents, type PairableEvent } from './pair-events.ts'

const event = (
  type: EventType,
  name: string,
  compliant: boolean | null = true,
  flow?: string,
): PairableEvent => ({
  type,
  name,
  fingerprint: `${type} ${name}`,
  compliant,
  flows: flow ? [{ flow_name: flow, template_reference_name: 'app' }] : [],
})

const paired = (events: PairableEvent[], state?: boolean | null) =>
  pairEvents(events, state).map(({ event: one, exit }) =>
    exit ? `${exit.name} → ${one.name}` : `${one.name} ${one.type}`,
  )

describe('the events of a snapshot', () => {
  it.each<[string, PairableEvent[], string[]]>([
    ['nothing', [], []],
    [
      'another tag of an image',
      [event('exited', 'shop:1'), event('started-compliant', 'shop:2')],
      ['shop:1 → shop:2'],
    ],
    [
      'another build of one name',
      [event('exited', 'app.tgz'), event('started', 'app.tgz')],
      ['app.tgz → app.tgz'],
    ],
    [
      'another name from one slot of a flow',
      [event('exited', 'a', true, 'shop'), event('started', 'b', true, 'shop')],
      ['a → b'],
    ],
    [
      'strangers',
      [event('exited', 'a'), event('started-non-compliant', 'b', false)],
      ['b started-non-compliant', 'a exited'],
    ],
    [
      'two of a name for one',
      [event('exited', 'shop:1'), event('started', 'shop:2'), event('started', 'shop:3')],
      ['shop:1 → shop:2', 'shop:3 started'],
    ],
    ['another verdict', [event('changed', 'shop:1')], ['shop:1 changed']],
  ])('are paired: %s', (_, events, expected) => {
    expect(paired(events)).toEqual(expected)
  })

  it.each<[boolean | null, string]>([
    [false, 'bad:1 started-non-compliant'],
    [true, 'rogue exited'],
    [undefined as never, 'shop:1 → shop:2'],
  ])('begin with what made the state %s', (state, first) => {
    const all = [
      event('exited', 'shop:1'),
      event('started-compliant', 'shop:2'),
      event('started-non-compliant', 'bad:1', false),
      event('exited', 'rogue', false),
    ]
    expect(paired(all, state)[0]).toBe(first)
  })

  it('begin with the exit of what did not comply', () => {
    const all = [event('exited', 'a:1'), event('exited', 'z:1', false)]
    expect(paired(all, true)[0]).toBe('z:1 exited')
  })

  it('begin with the compliant artifact that replaced one that was not', () => {
    const all = [
      event('exited', 'a:1'),
      event('started-compliant', 'a:2'),
      event('exited', 'b:1', false),
      event('started-compliant', 'b:2'),
    ]
    expect(paired(all, true)[0]).toBe('b:1 → b:2')
  })
})
