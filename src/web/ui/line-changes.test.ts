import { expect, test } from 'vitest'
import { lineChanges } from './changes-table.tsx'

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`)

test('a changed line with what stands around it, numbered on both sides', () => {
  expect(lineChanges('a\nb\nc\n', 'a\nx\ny\nc\n')).toEqual([
    [
      { kind: 'same', text: 'a', before: 1, after: 1 },
      { kind: 'removed', text: 'b', before: 2, after: null },
      { kind: 'added', text: 'x', before: null, after: 2 },
      { kind: 'added', text: 'y', before: null, after: 3 },
      { kind: 'same', text: 'c', before: 3, after: 4 },
    ],
  ])
})

test('far changes are stretches of their own', () => {
  const lines = numbered(40)
  const changed = lines.with(2, 'x').with(30, '-y')
  const stretches = lineChanges(lines.join('\n'), changed.join('\n'))
  expect(stretches?.map((changes) => changes.length)).toEqual([7, 8])
  expect(stretches?.[1]?.find(({ kind }) => kind === 'added')).toEqual({
    kind: 'added',
    text: '-y',
    before: null,
    after: 31,
  })
})

test('nothing, and a missing line break at the end', () => {
  expect(lineChanges('a\n', 'a\n')).toEqual([])
  const kinds = lineChanges('a\n', 'a')
    ?.flat()
    .map(({ kind }) => kind)
  expect(kinds).toEqual(['removed', 'added'])
})
