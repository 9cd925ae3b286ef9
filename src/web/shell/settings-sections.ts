import type { Tab } from '#web/ui/tabs.tsx'

/** The settings, in the order that they are listed; one is listed when its page exists. */
export const settingsSections: readonly Tab[] = [
  { label: 'Notifications', to: '/$org/settings/notifications' },
  { label: 'Members', to: '/$org/settings/members' },
  { label: 'Service accounts', to: '/$org/settings/service-accounts' },
  { label: 'Spaces', to: '/$org/settings/spaces' },
  { label: 'Attestation types', to: '/$org/settings/attestation-types' },
  { label: 'Audit log', to: '/$org/settings/audit-log' },
  { label: 'Organization', to: '/$org/settings/organization' },
]
