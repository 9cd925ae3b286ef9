import { parseSearch, stringifySearch } from '../api/search-params.ts'

/** What an address says of a place in the list, or of what lies above it: no part of a view. */
const passing = ['page', 'before', 'after', 'anchor', 'event_id', 'entry', 'why', 'ignored']

/** The filters of an address as a view keeps them, in one order: equal views have equal texts. */
export function searchText(search: object): string {
  const lasting = Object.entries(search).filter(([name]) => !passing.includes(name))
  const params = new URLSearchParams(stringifySearch(Object.fromEntries(lasting)))
  return Array.from(params)
    .map(([name, value]) => new URLSearchParams([[name, value]]).toString())
    .sort()
    .join('&')
}

/** The same of a view as it is stored. */
export const storedText = (search: string) => searchText(parseSearch(search))

/** What a view shows, in words: `verdict: non-compliant`. */
export function searchLabels(search: string): string[] {
  return Array.from(new URLSearchParams(search), ([name, value]) => {
    const words = name.replaceAll('_', ' ')
    return `${words}: ${value}`
  })
}
