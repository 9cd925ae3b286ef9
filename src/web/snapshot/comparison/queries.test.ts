import { describe, expect, it } from 'vitest'
import { type Sides, sideExpression, sidesOf, swapped, typedSide } from './queries.ts'

const expressionsOf = (sides: Sides) => {
  const { base, head } = sidesOf('prod', sides)
  return [sideExpression(base), sideExpression(head)]
}

describe('the sides of a comparison', () => {
  it.each<[Sides, string[]]>([
    [{}, ['prod~1', 'prod']],
    [{ head: '7' }, ['prod#6', 'prod#7']],
    [{ head: '1' }, ['prod~1', 'prod#1']],
    [{ base: '3' }, ['prod#3', 'prod']],
    [{ base: '-2', head: 'latest' }, ['prod#-2', 'prod']],
    [{ head_env: 'stage' }, ['prod', 'stage']],
    [{ base: '3', head: '~1', head_env: 'stage' }, ['prod#3', 'stage~1']],
    [{ base: '@{2026-11-20T08:00:00}' }, ['prod@{2026-11-20T08:00:00}', 'prod']],
  ])('of %o', (sides, expected) => {
    expect(expressionsOf(sides)).toEqual(expected)
  })

  it.each<[Sides, string, Sides]>([
    [{ base: '3', head: '7' }, 'prod', { base: '7', head: '3' }],
    [{}, 'prod', { base: 'latest', head: '~1' }],
    [
      { base: '3', head: '5', head_env: 'stage' },
      'stage',
      { base: '5', head: '3', head_env: 'prod' },
    ],
  ])('of %o turned round', (sides, env, search) => {
    expect(swapped('prod', sides)).toEqual({ env, search: { head_env: undefined, ...search } })
  })

  it.each([
    ['12', null, '12'],
    [' #12 ', null, '12'],
    ['10 Nov 08:00', 1_800_000_000.7, '@{2027-01-15T08:00:00}'],
    ['~2', null, '~2'],
    ['nonsense', null, 'nonsense'],
  ])('are typed as %s', (text, moment, at) => {
    expect(typedSide(text, moment)).toBe(at)
  })
})
