import { expect, test } from 'vitest'
import { clipped, counted, sentenceCase } from './text.ts'

test('clips long texts only', () => {
  expect(clipped('short')).toBe('short')
  expect(clipped('a'.repeat(50), 10)).toBe(`${'a'.repeat(10)}…`)
})

test('counts things', () => {
  expect([0, 1, 2].map((number) => counted(number, 'issue'))).toEqual([
    '0 issues',
    '1 issue',
    '2 issues',
  ])
})

test('puts constants in words and leaves other texts as they are', () => {
  expect(sentenceCase('CHANGES_REQUESTED')).toBe('changes requested')
  expect(sentenceCase('Approved by QA')).toBe('Approved by QA')
})
