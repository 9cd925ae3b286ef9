import { expect, it } from 'vitest'
import { sizeOf } from './size.ts'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [212_400, '212 kB'],
  [41_000_000_000, '41 GB'],
  [500 * 2 ** 30, '537 GB'],
  [2e15, '2000 TB'],
])('says %d bytes as %s', (bytes, text) => {
  expect(sizeOf(bytes)).toBe(text)
})
