import type { LinkProps } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  Box,
  FileCheck,
  Gavel,
  GitBranch,
  LayoutGrid,
  type LucideIcon,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
} from 'lucide-react'
import type { Tab } from '#web/ui/tabs.tsx'

/** A section of the navigation. */
export interface Section {
  label: string
  icon: LucideIcon
  to: NonNullable<LinkProps['to']>
  /** Goes there, pressed after `g`. */
  key: string
  /** Other pages of the section, below this address. */
  also?: NonNullable<LinkProps['to']>
}

/** The rail, in groups; a section is listed when its page exists. */
export const sections: readonly (readonly Section[])[] = [
  [{ label: 'Overview', icon: LayoutGrid, to: '/$org', key: 'o' }],
  [
    { label: 'Flows', icon: GitBranch, to: '/$org/flows', key: 'f', also: '/$org/trails' },
    { label: 'Attestations', icon: FileCheck, to: '/$org/attestations', key: 'a' },
    {
      label: 'Exceptions',
      icon: ArrowLeftRight,
      to: '/$org/exceptions',
      key: 'r',
      also: '/$org/overrides',
    },
  ],
  [
    { label: 'Environments', icon: Server, to: '/$org/environments', key: 'e' },
    { label: 'Builds', icon: Box, to: '/$org/builds', key: 'b' },
  ],
  [
    { label: 'Policies', icon: ScrollText, to: '/$org/policies', key: 'p' },
    { label: 'Controls', icon: ShieldCheck, to: '/$org/controls', key: 'c' },
    { label: 'Decisions', icon: Gavel, to: '/$org/decisions', key: 'd' },
  ],
  [{ label: 'Settings', icon: Settings, to: '/$org/settings', key: 's' }],
]

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
