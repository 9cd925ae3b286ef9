import { expect, test } from 'vitest'
import { difference } from './frozen-rows.tsx'

test.each([
  ['the same', ['a', 'b'], ['a', 'b'], null],
  ['new ones on top', ['a', 'b'], ['x', 'a', 'b'], '1 new'],
  ['new ones that push others off the page', ['a', 'b'], ['y', 'x'], '2 new'],
  ['one that matches no longer', ['a', 'b'], ['b'], '1 changed'],
  ['another order', ['a', 'b'], ['b', 'a'], 'New order'],
])('%s', (_, shown, fresh, text) => {
  expect(difference(shown, fresh)).toBe(text)
})
