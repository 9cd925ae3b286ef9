import { describe, expect, test } from 'vitest'
import { listFlowSummaries } from '#contract/flow/flow.ts'
import { listTrailSummaries } from '#contract/trail/trail.ts'
import { parseSearch, queryOf, readSearch, stringifySearch } from './search-params.ts'

const flows = listFlowSummaries.query
const read = (text: string) => readSearch(flows, parseSearch(text))

describe('search parameters', () => {
  test('print like the API, lists repeated', () => {
    const text = '?verdict=COMPLIANT&verdict=INCOMPLETE&page=2'
    const search = read(text)
    expect(search).toMatchObject({ verdict: ['COMPLIANT', 'INCOMPLETE'], page: 2 })
    expect(new URLSearchParams(stringifySearch(search)).toString().split('&').sort()).toEqual(
      text.slice(1).split('&').sort(),
    )
  })

  test('one value of a list is a list', () => {
    expect(read('?verdict=INCOMPLETE').verdict).toEqual(['INCOMPLETE'])
  })

  test('text stays text, also when it looks like a number', () => {
    expect(read('?name=42').name).toBe('42')
    expect(stringifySearch({ name: 'a b&c' })).toBe('?name=a+b%26c')
  })

  test('numbers may have fractions where the contract says so', () => {
    const search = readSearch(listTrailSummaries.query, parseSearch('?from_timestamp=1.5'))
    expect(search.from_timestamp).toBe(1.5)
  })

  test('defaults and empty values drop out', () => {
    expect(stringifySearch(read('?page=1&per_page=25&sort=name&name='))).toBe('')
  })

  test('what makes no sense is put aside, kept in the URL and not asked for', () => {
    const search = read('?page=x&verdict=FOO&verdict=INCOMPLETE&visibility=odd')
    expect(search).toMatchObject({
      verdict: ['INCOMPLETE'],
      ignored: { page: ['x'], verdict: ['FOO'], visibility: ['odd'] },
    })
    expect(search.page).toBeUndefined()
    expect(queryOf(search)).not.toHaveProperty('ignored')
    expect(read(stringifySearch(search))).toEqual(search)
  })

  test('options and booleans are read in any case, with any sign between their words', () => {
    const verdict = ['non-compliant', 'Non_Compliant', 'NON COMPLIANT', 'incomplete']
    const search = readSearch(flows, {
      verdict,
      archived: 'Only',
      sort: 'NAME',
      sort_direction: 'Desc',
    })
    expect(search.ignored).toBeUndefined()
    expect(search.verdict).toEqual([...Array(3).fill('NON-COMPLIANT'), 'INCOMPLETE'])
    expect(read('?verdict=compliantly').ignored).toEqual({ verdict: ['compliantly'] })
  })

  test('what a page does not know is not asked for, but for what its frame reads', () => {
    const search = read('?page=2&commit=1&cols=name&why=trail&__proto__=x')
    expect(Object.entries(search).filter(([, value]) => value !== undefined)).toEqual([['page', 2]])
    expect(Object.keys(search)).toContain('commit')
    expect(Object.keys(search)).not.toContain('cols')
    expect(Object.keys(search)).not.toContain('why')
  })

  test('U+0000 stands in no text', () => {
    expect(read('?name=a%00b')).toMatchObject({ name: undefined, ignored: { name: ['a\0b'] } })
  })

  test('reads what a link of ours passed as values', () => {
    expect(readSearch(flows, { verdict: ['INCOMPLETE'], page: 3 })).toMatchObject({
      verdict: ['INCOMPLETE'],
      page: 3,
    })
  })
})
