import type { Role } from '#contract/common/endpoint.ts'

/** Roles as people read them, strongest first, each with what it is for. */
export const roleLabels: Record<Role, { label: string; hint: string }> = {
  admin: { label: 'Admin', hint: 'everything, controls and members too' },
  member: { label: 'Member', hint: 'reports, policies and environments' },
  snapshotter: { label: 'Snapshotter', hint: 'reports what runs, and has service accounts' },
  reader: { label: 'Reader', hint: 'reads everything, changes nothing' },
}
