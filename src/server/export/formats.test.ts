import { parse } from 'csv-parse/sync'
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

it('keeps lines of a text in its cell, whichever line breaks it has', () => {
  const texts = [
    'First line\n=1+1',
    'old\r=1+1',
    'both\r\n=1+1',
    'a\n\n@b',
    'end\n',
    '\n=1',
    'plain',
  ]
  const file = Buffer.from(csv(texts.map((text, index) => [index, text, 'last'])))
  // Programs differ in what ends a row: each kind of line break may.
  const rows: string[][] = parse(file, { record_delimiter: ['\r\n', '\n', '\r'] })
  expect(rows).toEqual(texts.map((text, index) => [String(index), text, 'last']))
})
