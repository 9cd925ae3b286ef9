import { expect, test } from 'vitest'
import { partsOf } from './scrubber.tsx'

const good = { first: 3, last: 9, verdict: 'compliant' as const }

test.each([
  ['none', [], ['3-9 compliant']],
  ['all of it', [[1, 12]], ['3-9 by-exception']],
  ['its begin', [[2, 4]], ['3-4 by-exception', '5-9 compliant']],
  ['its end', [[9, 9]], ['3-8 compliant', '9-9 by-exception']],
  ['its middle', [[5, 6]], ['3-4 compliant', '5-6 by-exception', '7-9 compliant']],
  [
    'two that touch',
    [
      [4, 5],
      [6, 6],
    ],
    ['3-3 compliant', '4-5 by-exception', '6-6 by-exception', '7-9 compliant'],
  ],
  ['what lies elsewhere', [[1, 2]], ['3-9 compliant']],
])('exceptions carry %s', (_, ranges, parts) => {
  const exceptions = ranges.map(([first_index = 0, last_index = 0]) => ({
    first_index,
    last_index,
  }))
  const drawn = partsOf([good], exceptions).map(
    ({ first, last, fill }) => `${first}-${last} ${fill}`,
  )
  expect(drawn).toEqual(parts)
})

test('only what is compliant stands by exception', () => {
  const exceptions = [{ first_index: 1, last_index: 9 }]
  const bad = { first: 1, last: 2, verdict: 'non-compliant' as const }
  const fills = partsOf([bad, good], exceptions).map(({ fill }) => fill)
  expect(fills).toEqual(['non-compliant', 'by-exception'])
})
