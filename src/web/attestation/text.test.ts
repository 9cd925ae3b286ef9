import { expect, test } from 'vitest'
import { clipped, sentenceCase } from './text.ts'

test('clips long texts only', () => {
  expect(clipped('short')).toBe('short')
  expect(clipped('a'.repeat(50), 10)).toBe(`${'a'.repeat(10)}…`)
})

test('puts constants in words and leaves other texts as they are', () => {
  expect(sentenceCase('CHANGES_REQUESTED')).toBe('changes requested')
  expect(sentenceCase('Approved by QA')).toBe('Approved by QA')
})
