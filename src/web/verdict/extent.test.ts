import { expect, test } from 'vitest'
import { excerptOf } from './panel.tsx'

const lines = `_schema: https://cairn.example/v1
artifacts:
  provenance:
    required: true
  attestations:
    - type: pull_request
    - type: snyk
      name: container-scan

      if: x
    # the last one
    - type: junit`.split('\n')

test.each([
  ['a mapping', [3], 1, 5, [3, 4]],
  ['an item of one line', [6], 3, 7, [6]],
  ['an item with a blank line in it', [7], 4, 11, [7, 8, 9, 10]],
  ['the last line', [12], 9, 12, [12]],
  ['several', [6, 12], 3, 12, [6, 12]],
  ['nothing that fails: all of it', [], 1, 12, []],
  ['a line that is not there', [99], 1, 12, []],
])('%s', (_, rules, from, to, hits) => {
  const excerpt = excerptOf(lines, rules)
  expect([excerpt.from, excerpt.to]).toEqual([from, to])
  expect([...excerpt.hits]).toEqual(hits)
})
