import { expect, test } from 'vitest'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import { trailsBehind } from './trails-behind.ts'

const artifact = (...rules: [satisfied: boolean, ...trails: (string | null)[]][]) =>
  ({
    policies: [
      {
        rule_evaluations: rules.map(([satisfied, ...trails]) => ({
          satisfied,
          resolutions: trails.map((trail_name) => ({ context: { flow_name: 'shop', trail_name } })),
        })),
      },
    ],
  }) as unknown as ArtifactNode

test.each([
  ['none of what passes', [artifact([true, 'one'])], []],
  [
    'each once',
    [artifact([false, 'one', 'two'], [false, 'one']), artifact([false, 'two'])],
    ['one', 'two'],
  ],
  ['none where it has no trail', [artifact([false, null])], []],
  ['five at most', [artifact([false, 'a', 'b', 'c', 'd', 'e', 'f'])], ['a', 'b', 'c', 'd', 'e']],
])('trails behind failing rules: %s', (_, artifacts, trails) => {
  expect(trailsBehind(artifacts).map(({ trail }) => trail)).toEqual(trails)
})
