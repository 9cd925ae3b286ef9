import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { changesBetween, differencesOf } from './versions-block.tsx'

test.each([
  ['nothing', { a: 1 }, { a: 1 }, []],
  ['a value', { a: 1 }, { a: 2 }, [{ path: 'a', before: 1, after: 2 }]],
  ['a type', { a: [] }, { a: {} }, [{ path: 'a', before: [], after: {} }]],
  ['what came', {}, { a: { b: 1 } }, [{ path: 'a', before: undefined, after: { b: 1 } }]],
  ['what went', { a: null }, {}, [{ path: 'a', before: null, after: undefined }]],
  [
    'deep inside',
    { a: { b: [1, 2] } },
    { a: { b: [1, 3] } },
    [{ path: 'a.b[1]', before: 2, after: 3 }],
  ],
  ['plain values', 1, 'x', [{ path: '', before: 1, after: 'x' }]],
])('finds %s', (_, before, after, differences) => {
  expect(differencesOf(before, after)).toEqual(differences)
})

test('lists of named things are compared by name', () => {
  const suite = (name: string, failures: number) => ({ name, failures })
  expect(
    differencesOf([suite('one', 0), suite('two', 0)], [suite('two', 3), suite('one', 0)]),
  ).toEqual([{ path: '[two].failures', before: 0, after: 3 }])
  expect(differencesOf([suite('one', 0)], [suite('one', 0), suite('two', 0)])).toEqual([
    { path: '[two]', before: undefined, after: suite('two', 0) },
  ])
  // Two of the same name: by position.
  expect(
    differencesOf([suite('one', 0), suite('one', 1)], [suite('one', 0), suite('one', 2)]),
  ).toEqual([{ path: '[1].failures', before: 1, after: 2 }])
})

test('what every report has of its own is no change', () => {
  const one = { attestation_id: 'a', created_at: 1, is_compliant: false, _links: {} }
  const two = { attestation_id: 'b', created_at: 2, is_compliant: true, _links: { self: '' } }
  expect(changesBetween(one as unknown as Attestation, two as unknown as Attestation)).toEqual([
    { path: 'is_compliant', before: false, after: true },
  ])
})

test('differs from itself nowhere, and from another somewhere', () => {
  const json = fc.jsonValue({ maxDepth: 5 })
  fc.assert(
    fc.property(json, (value) => {
      expect(differencesOf(value, structuredClone(value))).toEqual([])
    }),
  )
  fc.assert(
    fc.property(json, json, (a, b) => {
      fc.pre(JSON.stringify(a) !== JSON.stringify(b))
      const reordered = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
      expect(reordered || differencesOf(a, b).length > 0).toBe(true)
    }),
  )
})

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const items = Object.entries(value).map(([key, child]) => [
    Array.isArray(value) ? '' : key,
    sorted(child),
  ])
  return [
    Array.isArray(value),
    items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  ]
}
