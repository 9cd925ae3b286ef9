import { expect, test } from 'vitest'
import { describeStatements, timeOfAll } from './statement-times.ts'

const statements = [
  { text: 'select  id\n from flow', calls: 20, time: 50, planning: 10, blocks: 200, rows: 100 },
  { text: 'select 1', calls: 40, time: 19, planning: 1, blocks: 0, rows: 40 },
]

test('describes statements by their share of all of them and what each repeat took', () => {
  expect(timeOfAll(statements)).toBe(80)
  expect(describeStatements(statements, 20, 1)).toEqual([
    '75 %: 3 ms, 0.5 of it planning, 10 blocks, 5 rows, 1 of select id from flow',
  ])
  expect(describeStatements(statements, 20, 8)).toHaveLength(2)
})
