import { expect, it } from 'vitest'
import { exceptionNames } from './exception.ts'

it.each<[string, string[]]>([
  [
    'matches(artifact.name, "^docker[.]io/(envoyproxy|library)/|^cr[.]fluentbit[.]io/")',
    ['docker.io/(envoyproxy|library)', 'cr.fluentbit.io'],
  ],
  ['matches(artifact.name, "^certificate-watch$")', ['certificate-watch']],
  ['matches(artifact.name, "a[|]b|c\\\\.d\\|e")', ['a[|]b', 'c.d\\|e']],
  ['matches(artifact.name, "|x")', ['', 'x']],
  ['matches(flow.name, "a") and exists(flow)', ['matches(flow.name, "a") and exists(flow)']],
  ['flow.tags.risk == "low"', ['flow.tags.risk == "low"']],
])('the condition %s is told as %j', (name, told) => {
  expect(exceptionNames({ kind: 'policy', name })).toEqual(told)
})

it('what is no policy keeps its name', () => {
  const name = 'matches(artifact.name, "x")'
  expect(exceptionNames({ kind: 'override', name })).toEqual([name])
})
