import { expect, test } from 'vitest'
import { safeReturnTo } from './session.ts'

const origin = 'https://cairn.example'

test('goes back to a path of this origin, query and all', () => {
  expect(safeReturnTo('/acme/flows?verdict=INCOMPLETE#x', origin)).toBe(
    '/acme/flows?verdict=INCOMPLETE#x',
  )
})

test.each([
  undefined,
  '',
  'acme/flows',
  '//evil.example/x',
  '/\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/sign-in?token=x',
])('goes home instead of to %j', (wanted) => {
  expect(safeReturnTo(wanted, origin)).toBe('/')
})
