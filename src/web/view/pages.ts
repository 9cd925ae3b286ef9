import type { LinkProps } from '@tanstack/react-router'
import type { View, ViewPage } from '#contract/saved-view/saved-view.ts'
import { allHash } from '../api/open-list.ts'
import { parseSearch } from '../api/search-params.ts'

/** What each list is called, and where it is; that of trails stands in every flow. */
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
  notifications: { label: 'Notifications', to: '/$org/settings/notifications' },
  'audit-log': { label: 'Audit log', to: '/$org/settings/audit-log' },
}

/** Where a view leads to; null for one that stands in whichever flow is looked at. */
export function placeOf(org: string, { page, search }: View): LinkProps | null {
  const { to } = pages[page]
  if (!to) return null
  return { to, params: { org }, search: parseSearch(search) as never, hash: hashOf(search) }
}

/** An address without search means what it says, whatever the default is. */
const hashOf = (search: string) => (search === '' ? allHash : '')
