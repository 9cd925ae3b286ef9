import type { LinkProps } from '@tanstack/react-router'
import type { View, ViewPage } from '#contract/saved-view/saved-view.ts'
import { allHash } from '#web/api/open-list.ts'
import { parseSearch, stringifySearch } from '#web/api/search-params.ts'

/** Parameters of a position in the list, or of what lies above it: no part of a view. */
const passing = [
  'page',
  'page_after',
  'before',
  'after',
  'anchor',
  'event_id',
  'entry',
  'why',
  'ignored',
]

/** The filters of an address as a view keeps them, in one order: equal views have equal texts. */
export function searchText(search: object): string {
  const lasting = Object.entries(search).filter(([name]) => !passing.includes(name))
  const params = new URLSearchParams(stringifySearch(Object.fromEntries(lasting)))
  return Array.from(params)
    .map(([name, value]) => ({
      // Of several values any order means the same, but of columns.
      sortKey: name === 'cols' ? name : `${name}=${value}`,
      text: new URLSearchParams([[name, value]]).toString(),
    }))
    .sort((one, other) => (one.sortKey < other.sortKey ? -1 : Number(one.sortKey > other.sortKey)))
    .map(({ text }) => text)
    .join('&')
}

/** The same of a view as it is stored. */
export const storedText = (search: string) => searchText(parseSearch(search))

/** Search of a view, in words: `verdict: non-compliant`. */
export function searchLabels(search: string): string[] {
  return Array.from(new URLSearchParams(search), ([name, value]) => {
    const label = name.replaceAll('_', ' ')
    return `${label}: ${value}`
  })
}

/** Label and address of each list; that of trails stands in every flow. */
export const pages: Record<ViewPage, { label: string; to: LinkProps['to'] | null }> = {
  attestations: { label: 'Attestations', to: '/$org/attestations' },
  flows: { label: 'Flows', to: '/$org/flows' },
  trails: { label: 'Trails of a flow', to: null },
  environments: { label: 'Environments', to: '/$org/environments' },
  policies: { label: 'Policies', to: '/$org/policies' },
  controls: { label: 'Controls', to: '/$org/controls' },
  decisions: { label: 'Decisions', to: '/$org/decisions' },
  builds: { label: 'Builds', to: '/$org/builds' },
  events: { label: 'Events', to: '/$org/events' },
  overrides: { label: 'Overrides', to: '/$org/overrides' },
  exceptions: { label: 'Exceptions', to: '/$org/exceptions' },
  notifications: { label: 'Notifications', to: '/$org/settings/notifications' },
  'audit-log': { label: 'Audit log', to: '/$org/settings/audit-log' },
}

/** Where a view leads to; null for one that stands in whichever flow is looked at. */
export function pageOfView(org: string, { page, search }: View): LinkProps | null {
  const { to } = pages[page]
  if (!to) return null
  return { to, params: { org }, search: parseSearch(search), hash: hashOf(search) }
}

/** An address without search means what it says, whatever the default is. */
const hashOf = (search: string) => (search === '' ? allHash : '')
