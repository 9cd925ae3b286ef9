import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveRefusal, withLines, type TreeSpace } from './space-tree.ts'

const space = (id: string, parent_id: string | null = null, name = id): TreeSpace => ({
  id,
  name,
  parent_id,
})
const tree = [space('b'), space('c', 'a'), space('a'), space('d', 'c'), space('e', 'a', 'Ee')]

it('sorts spaces by their paths', () => {
  const lines = withLines(tree).map(({ line }) => line.map(({ name }) => name).join('/'))
  expect(lines).toEqual(['a', 'a/Ee', 'a/c', 'a/c/d', 'b'])
})

describe('a space', () => {
  it.each([
    ['c', null, 8, null],
    ['c', 'b', 8, null],
    ['a', 'b', 4, null],
    ['a', 'b', 3, 'too deep'],
    ['d', 'e', 3, null],
    ['d', 'e', 2, 'too deep'],
    ['a', 'a', 8, 'cycle'],
    ['a', 'c', 8, 'cycle'],
    ['a', 'd', 8, 'cycle'],
  ])('%s moved into %s, at most %i deep: %s', (id, parent, deepest, expected) => {
    expect(moveRefusal(tree, id, parent, deepest)).toBe(expected)
  })
})

it('stays a tree of its depth, whatever moves are allowed', () => {
  const ids = Array.from({ length: 7 }, (_, index) => String(index))
  const move = fc.tuple(fc.constantFrom(...ids), fc.option(fc.constantFrom(...ids)))
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
      let spaces = ids.map((id) => space(id))
      for (const [id, parent] of moves) {
        if (moveRefusal(spaces, id, parent, 3) !== null) continue
        spaces = spaces.map((one) => (one.id === id ? { ...one, parent_id: parent } : one))
      }
      const placed = withLines(spaces)
      expect(placed).toHaveLength(ids.length)
      expect(Math.max(...placed.map(({ line }) => line.length))).toBeLessThanOrEqual(3)
    }),
  )
})
