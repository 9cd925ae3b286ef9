import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runningKey } from './reported-artifacts.ts'
import { countPairs, type Pairable, pairSnapshots } from './compare-snapshots.ts'

const print = (letter: string) => letter.repeat(64)
const running = (name: string, letter: string, more: Partial<Pairable> = {}): Pairable => ({
  name,
  fingerprint: letter && print(letter),
  instance_count: 1,
  compliant: null,
  flows: [],
  ...more,
})
const built = (flow_name: string, own: string | null) => ({
  flows: [{ flow_name, template_reference_name: own }],
})

const textsOf = (base: Pairable[], head: Pairable[]) =>
  pairSnapshots(base, head).map(
    ({ change, before, after }) => `${change} ${before?.name ?? '–'} ${after?.name ?? '–'}`,
  )

describe('two snapshots', () => {
  it.each<[string, Pairable[], Pairable[], string[]]>([
    ['nothing at all', [], [], []],
    ['the same', [running('a', 'a')], [running('a', 'a')], ['unchanged a a']],
    [
      'more instances',
      [running('a', 'a')],
      [running('a', 'a', { instance_count: 3 })],
      ['scaled a a'],
    ],
    [
      'the same slot of a flow, reported twice',
      [running('a', 'a', { flows: [...built('one', 'app').flows, ...built('one', 'app').flows] })],
      [running('b', 'b', built('one', 'app')), running('c', 'c', built('one', 'app'))],
      ['replaced a b', 'started – c'],
    ],
    [
      'one that started and one that exited',
      [running('a', 'a')],
      [running('b', 'b')],
      ['started – b', 'exited a –'],
    ],
    [
      'the same name with another fingerprint',
      [running('a', 'a')],
      [running('a', 'b')],
      ['replaced a a'],
    ],
    [
      'the same slot of a flow under another name',
      [running('shop-1', 'a', built('shop', 'app'))],
      [running('shop-2', 'b', built('shop', 'app'))],
      ['replaced shop-1 shop-2'],
    ],
    [
      'another slot of the flow',
      [running('shop-1', 'a', built('shop', 'app'))],
      [running('shop-2', 'b', built('shop', 'worker'))],
      ['started – shop-2', 'exited shop-1 –'],
    ],
    [
      'artifacts of a flow that fill no slot',
      [running('x', 'a', built('shop', null))],
      [running('y', 'b', built('shop', null))],
      ['started – y', 'exited x –'],
    ],
    [
      'an image of another tag, behind a registry with a port',
      [running('host:5000/shop:1.0', 'a')],
      [running('host:5000/shop:1.1', 'b')],
      ['replaced host:5000/shop:1.0 host:5000/shop:1.1'],
    ],
    [
      'the same fingerprint under another name',
      [running('a', 'a')],
      [running('b', 'a')],
      ['started – b', 'exited a –'],
    ],
    [
      'an image that could be resolved only later',
      [running('a', '')],
      [running('a', 'a')],
      ['replaced a a'],
    ],
    [
      'one of two that have a name',
      [running('a', 'a'), running('a', 'b')],
      [running('a', 'a'), running('a', 'c')],
      ['replaced a a', 'unchanged a a'],
    ],
    [
      'a verdict that changed',
      [running('a', 'a', { compliant: true }), running('z', 'z')],
      [running('a', 'a', { compliant: false }), running('z', 'y')],
      ['unchanged a a', 'replaced z z'],
    ],
  ])('%s', (_name, base, head, expected) => {
    expect(textsOf(base, head)).toEqual(expected)
  })
})

const side = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('a', 'a:1', 'a:2', 'b', 'c@sha256:aa'),
    fingerprint: fc.constantFrom('', print('a'), print('b'), print('c')),
    instance_count: fc.integer({ min: 1, max: 3 }),
    compliant: fc.constantFrom(true, false, null),
    flows: fc.array(
      fc.record({
        flow_name: fc.constantFrom('one', 'two'),
        template_reference_name: fc.constantFrom('app', 'web', null),
      }),
      { maxLength: 2 },
    ),
  }),
  { selector: runningKey, maxLength: 8 },
)

it('swaps the sides of reversed snapshots', () => {
  const mirrored = { started: 'exited', exited: 'started' } as Record<string, string>
  const key = (artifact: Pairable | null) => artifact && runningKey(artifact)
  fc.assert(
    fc.property(side, side, (base, head) => {
      const there = pairSnapshots(base, head)
      const back = pairSnapshots(head, base)
      const texts = there.map(({ change, before, after }) =>
        JSON.stringify([mirrored[change] ?? change, key(after), key(before)]),
      )
      const turned = back.map(({ change, before, after }) =>
        JSON.stringify([change, key(before), key(after)]),
      )
      expect(texts.sort()).toEqual(turned.sort())
    }),
  )
})

it('has every artifact in exactly one pair, and counts them all', () => {
  fc.assert(
    fc.property(side, side, (base, head) => {
      const pairs = pairSnapshots(base, head)
      const keys = (artifacts: readonly (Pairable | null)[]) =>
        artifacts.flatMap((one) => (one ? [runningKey(one)] : [])).sort()
      expect(keys(pairs.map(({ before }) => before))).toEqual(keys(base))
      expect(keys(pairs.map(({ after }) => after))).toEqual(keys(head))
      const total = Object.values(countPairs(pairs)).reduce((sum, count) => sum + count, 0)
      expect(total).toBe(pairs.length)
    }),
  )
})

it('finds no difference between a snapshot and itself', () => {
  fc.assert(
    fc.property(side, (one) => {
      expect(countPairs(pairSnapshots(one, one))).toMatchObject({ unchanged: one.length })
    }),
  )
})
