import fc from 'fast-check'
import { expect, it } from 'vitest'
import { excerptOf, markMatches, matchRank, rankMatches } from './match-name.ts'

it.each([
  ['prod', 'prod', 0],
  ['PROD', 'Prod', 0],
  ['prod', 'prod-eu', 1],
  ['eu', 'prod-eu', 2],
  ['eu prod', 'prod-eu', 2],
  ['rod', 'prod-eu', 3],
  ['prod od', 'prod-eu', 3],
  ['code rev', 'Code review', 1],
  ['b377', '1.9.4-b377', 2],
  ['eu', 'neu-eu', 2],
  ['prod us', 'prod-eu', null],
  ['', 'prod', 1],
  ['.*', 'prod', null],
  ['ärger', 'Ärger', 0],
])('%j matches %j with rank %j', (text, name, rank) => {
  expect(matchRank(text, name)).toBe(rank)
})

it('ranks the best name of each, then the newest, then by name', () => {
  const items = [
    { names: ['x-api'], at: 9 },
    { names: ['api-new'], at: 2 },
    { names: ['api-old'], at: 1 },
    { names: ['api-b'], at: 0 },
    { names: ['api-a'], at: 0 },
    { names: ['other', 'api'], at: 0 },
    { names: ['web'], at: 10 },
  ]
  expect(rankMatches('api', items, (item) => item).map(({ names }) => names[0])).toEqual([
    'other',
    'api-new',
    'api-old',
    'api-a',
    'api-b',
    'x-api',
  ])
})

const marked = (text: string, name: string) =>
  markMatches(text, name)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

it.each([
  ['fraud', 'fraud-scoring', '[fraud]-scoring'],
  ['SCOR', 'fraud-scoring', 'fraud-[scor]ing'],
  ['eu', 'neu-eu', 'neu-[eu]'],
  ['scoring fraud', 'fraud-scoring', '[fraud]-[scoring]'],
  ['aud raud', 'fraud', 'f[raud]'],
  ['web', 'fraud', 'fraud'],
  ['', 'fraud', 'fraud'],
  ['<b>', 'a <b> c', 'a [<b>] c'],
  ['x', 'İx', 'İ[x]'],
  ['οδοσ', 'İ ΟΔΟΣ', 'İ [ΟΔΟΣ]'],
  ['ΟΔΟΣ', 'ΟΔΟΣ', '[ΟΔΟΣ]'],
])('%j in %j is %s', (text, name, expected) => {
  expect(marked(text, name)).toBe(expected)
})

it('keeps every letter of a name, and ranks what it marks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, name) => {
      const pieces = markMatches(text, name)
      expect(pieces.map((piece) => piece.text).join('')).toBe(name)
      if (text.trim() !== '' && matchRank(text, name) !== null && name !== '')
        expect(pieces.some(({ isMatch }) => isMatch)).toBe(true)
    }),
  )
})

it('takes the words around a match out of a long text', () => {
  const long = `${'before '.repeat(30)}the pull request was merged by the fraud team${' after'.repeat(30)}`
  const excerpt = excerptOf('fraud', long)
  expect(excerpt).toMatch(/^….*fraud team.*…$/)
  expect(excerpt.length).toBeLessThan(140)
  expect(excerptOf('fraud', 'fraud\nteam')).toBe('fraud team')
  expect(excerptOf('z', 'x'.repeat(300))).toBe(`${'x'.repeat(120)}…`)
})
