import fc from 'fast-check'
import { expect, it } from 'vitest'
import { violationsOf } from './decision-violations.ts'

it.each([
  [undefined, []],
  [null, []],
  ['', []],
  [[], []],
  ['Nobody reviewed it', ['Nobody reviewed it']],
  [
    ['One', 'Two'],
    ['One', 'Two'],
  ],
  [
    [{ message: 'Said' }, { reason: 'Why' }, { message: ' ', title: 'Named' }],
    ['Said', 'Why', 'Named'],
  ],
  [
    [{ rule: 4 }, 7, null, ['x']],
    ['{"rule":4}', '7', 'null', '["x"]'],
  ],
  [{ message: 'Only one' }, ['Only one']],
  [['x'.repeat(600)], [`${'x'.repeat(500)}…`]],
])('returns sentences for %j', (violations, sentences) => {
  expect(violationsOf({ is_compliant: false, violations }, 100)).toEqual({
    sentences,
    count: sentences.length,
  })
})

it('returns a sentence for any JSON, up to the limit', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), (violations, limit) => {
      const { sentences, count } = violationsOf({ violations }, limit)
      expect(sentences).toHaveLength(Math.min(count, limit))
      expect(sentences.every((one) => typeof one === 'string')).toBe(true)
    }),
  )
})
