import { expect, it } from 'vitest'
import { lettersBetween, rankNames } from './match-name.ts'

it.each([
  ['', '', 0],
  ['prod', 'Prod', 0],
  ['prod', 'prd', 1],
  ['prod', 'pord', 2],
  ['', 'prod', 4],
  ['staging', 'shop', 6],
])('between %j and %j are %i letters', (one, other, letters) => {
  expect(lettersBetween(one, other)).toBe(letters)
  expect(lettersBetween(other, one)).toBe(letters)
})

const named = (...ids: string[]) => ids.map((id) => ({ id, name: null }))

it.each([
  ['pord-eu', ['prod-eu', 'staging'], ['prod-eu']],
  ['prod', ['prod-eu', 'prod-us', 'prd', 'unrelated'], ['prd', 'prod-eu', 'prod-us']],
  ['checkout-service', ['checkout', 'x'], ['checkout']],
  ['nothing', ['prod', 'staging'], []],
])('near %j of %j is %j', (text, ids, expected) => {
  expect(rankNames(text, named(...ids)).map(({ id }) => id)).toEqual(expected)
})

it('finds by identifier and by name, and limits the list', () => {
  const control = { id: 'SDLC-7', name: 'Code review' }
  expect(rankNames('code-review', [control])).toEqual([control])
  expect(rankNames('a', named(...Array.from({ length: 30 }, (_, n) => `a${n}`)))).toHaveLength(6)
})
