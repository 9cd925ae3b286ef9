import { expect, test } from 'vitest'
import { blocksOnScreen } from './block-window.ts'

const heights = Array.from({ length: 100 }, () => 360)

test.each([
  ['at the top', 200, { first: 0, last: 2 }],
  ['in the middle', -18_000, { first: 49, last: 53 }],
  ['at the end', 900 - 36_000, { first: 96, last: 99 }],
  ['far below the screen', 5_000, { first: 0, last: 0 }],
  ['far above the screen', -50_000, { first: 99, last: 99 }],
])('draws what is near the screen: %s', (_, top, shown) => {
  expect(blocksOnScreen(heights, top, 900)).toEqual(shown)
})
