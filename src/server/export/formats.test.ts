import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csv } from './formats.ts'

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1'])('puts an apostrophe before %j', (text) => {
  expect(csv([[text]])).toMatch(/^"?'/)
})

it('leaves numbers, words and empty values as they are', () => {
  expect(csv([['plain', -1, 2.5, true, false, null, '']])).toBe('plain,-1,2.5,true,false,,\r\n')
})

it('quotes what would end a cell, so that no cell begins with a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = csv([[text]])
      const cell = line.slice(0, -2)
      const inner = /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(inner).toBe(/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)
      expect(inner).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
