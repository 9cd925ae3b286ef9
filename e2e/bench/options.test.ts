import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const read = (...args: string[]) => readOptions(args, ['lists', 'ingest'])

test('measures everything over a million attestations unless told otherwise', () => {
  expect(read()).toEqual({ isQuick: false, only: null, size: 1_000_000 })
})

test('takes a smaller size for a quick run, and another if given', () => {
  expect(read('--quick')).toEqual({ isQuick: true, only: null, size: 100_000 })
  expect(read('--quick', '--size=20000').size).toBe(20_000)
  expect(read('--size=10m').size).toBe(10_000_000)
  expect(read('--size=250K').size).toBe(250_000)
})

test('runs only the named parts', () => {
  expect(read('--only=ingest,lists').only).toEqual(['ingest', 'lists'])
  expect(() => read('--only=lists,pages')).toThrow('--only=pages is no part; the parts are lists')
})

test.each(['many', '', '9999', '101m', '1e6', '-20000'])('refuses the size %j', (size) => {
  expect(() => read(`--size=${size}`)).toThrow(`--size=${size} is not between 10k and 100m`)
})

test('refuses unknown options and sizes without a name', () => {
  expect(() => read('--fast')).toThrow('--fast')
  expect(() => read('100000')).toThrow('100000')
})
