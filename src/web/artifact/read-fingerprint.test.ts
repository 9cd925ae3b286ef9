import { expect, test } from 'vitest'
import { readFingerprint } from './fingerprint-search.tsx'

const whole = 'ab'.repeat(32)

test.each([
  [whole, whole],
  [whole.toUpperCase(), whole],
  [` sha256:${whole}\n`, whole],
  ['abcde', 'abcde'],
  ['abcd', null],
  ['', null],
  ['HEAD-of-it', null],
  [`${whole}0`, null],
  ['<b>abcdef</b>', null],
])('%s reads as %s', (text, read) => {
  expect(readFingerprint(text)).toBe(read)
})
