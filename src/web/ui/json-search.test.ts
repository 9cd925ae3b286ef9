import { expect, test } from 'vitest'
import { childPath, findInJson } from './json-tree.tsx'

const value = { build: { Number: 7, 'odd key': ['alpha', { beta: null }] }, alphabet: true }
const pathsOf = (text: string, limit = 100) => findInJson(value, text, limit).map((one) => one.path)

test.each([
  ['number', ['build.Number']],
  ['7', ['build.Number']],
  ['ALPHA', ['build["odd key"][0]', 'alphabet']],
  ['beta', ['build["odd key"][1].beta']],
  ['null', ['build["odd key"][1].beta']],
  ['odd', ['build["odd key"]']],
  ['absent', []],
])('%s is found by key and by value', (text, paths) => {
  expect(pathsOf(text)).toEqual(paths)
})

test('stops at its limit, and a plain value has no path', () => {
  expect(pathsOf('a', 1)).toHaveLength(1)
  expect(findInJson('alone', 'alone', 9)).toEqual([])
})

test('paths read like code', () => {
  expect(childPath('', 'a', false)).toBe('a')
  expect(childPath('a', 'b-c', false)).toBe('a["b-c"]')
  expect(childPath('a', '0', true)).toBe('a[0]')
  expect(childPath('', '__proto__', false)).toBe('__proto__')
})
