import { describe, expect, it } from 'vitest'
import {
  eraserOf,
  isNaming,
  isPseudonym,
  mapTexts,
  mayName,
  pseudonymOf,
  pseudonymsIn,
} from './personal-texts.ts'

const by = pseudonymOf('7f3a91c2')
const erase = eraserOf({ name: 'jo.doe', emails: ['jo.doe@acme.example'] }, by)

it.each([
  ['created_by', 'jo.doe', by],
  ['created_by', 'jo.doe.2', 'jo.doe.2'],
  ['created_by', 'big-jo.doe', 'big-jo.doe'],
  ['created_by', 'JO.DOE', 'JO.DOE'],
  ['author', 'Jo Doe <jo.doe@acme.example>', by],
  ['author', 'Jo Doe <JO.DOE@ACME.example>', by],
  ['author', 'Sam <sam@acme.example>', 'Sam <sam@acme.example>'],
  ['search', 'actor=jo.doe&page=2', `actor=${by}&page=2`],
  ['path', '/api/v2/members/acme/jo.doe', `/api/v2/members/acme/${by}`],
  ['branch', 'jo.doe', 'jo.doe'],
  [
    'reason',
    'jo.doe@acme.example asked, not ann+jo.doe@acme.example',
    `${by} asked, not ann+jo.doe@acme.example`,
  ],
  ['reason', 'Write to Jo <jo.doe@acme.example>.', `Write to Jo ${by}.`],
  ['reason', 'jo.doe@acme.example.org is another', 'jo.doe@acme.example.org is another'],
])('erases from %s %s', (field, text, erased) => expect(erase(text, field)).toBe(erased))

it('takes names that expressions read otherwise as they are', () => {
  const odd = eraserOf({ name: 'a.b', emails: ['a+b@x.example'] }, by)
  expect([odd('axb', 'by'), odd('a.b', 'by')]).toEqual(['axb', by])
  expect(odd('aab@x.example a+b@x.example', 'note')).toBe(`aab@x.example ${by}`)
})

it.each([
  ['created_by', 'x', true],
  ['author_username', 'x', true],
  ['note', 'mail to jo@acme.example', true],
  ['image', 'registry.example/app@sha256:0a1b', false],
  ['name', 'x', false],
])('says whether %s %s may name a person', (field, text, may) =>
  expect([mayName(field, text), isNaming(field) || text.includes('jo@')]).toEqual([may, may]),
)

describe('pseudonyms', () => {
  it('are told from names', () => {
    expect([isPseudonym(by), isPseudonym('jo.doe'), isPseudonym(`${by}0`)]).toEqual([
      true,
      false,
      false,
    ])
    expect(pseudonymsIn(`${by}, ${by} and ${pseudonymOf('00000000')}`)).toEqual([
      by,
      pseudonymOf('00000000'),
    ])
  })
})

it('takes owners, paths and searches for names at the top alone', () => {
  const fields: string[][] = []
  const value = { owner: 'a', spec: { owner: 'b', author: 'c' } }
  mapTexts(value, (text, field) => fields.push([text, field]))
  expect(fields).toEqual([
    ['a', 'owner'],
    ['b', ''],
    ['c', 'author'],
  ])
})

it('changes each text of a value by its field and its pointer, and nothing else', () => {
  const value = { a: ['x', { 'b/c': 'y', '~': 1 }], ['__proto__']: 'z', none: null }
  const seen: string[][] = []
  const same = mapTexts(
    value,
    (text, field, pointer) => (seen.push([text, field, pointer]), text),
    '/body',
  )
  expect(same).toEqual(value)
  expect(seen).toEqual([
    ['x', 'a', '/body/a/0'],
    ['y', 'b/c', '/body/a/1/b~1c'],
    ['z', '__proto__', '/body/__proto__'],
  ])
})
