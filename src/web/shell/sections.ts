import type { LinkProps } from '@tanstack/react-router'
import {
  type LucideIcon,
  ArrowLeftRight,
  Box,
  FileCheck,
  Gavel,
  GitBranch,
  LayoutGrid,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
} from 'lucide-react'

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
