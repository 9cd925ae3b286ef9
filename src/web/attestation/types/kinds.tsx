import {
  type LucideIcon,
  Braces,
  ClipboardCheck,
  FlaskConical,
  Gauge,
  GitPullRequest,
  List,
  Scale,
  ShieldAlert,
  Ticket,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { type AttestationKind, kindOf } from '#contract/attestation/types/kind.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { JunitView } from './junit-view.tsx'

/** How answers name a kind. */
type NameOf<K extends AttestationKind> = K extends 'custom' ? `custom:${string}` : K

/** Attestations as answers have them, by kind. */
export type OfKind = {
  [K in AttestationKind]: Extract<Attestation, { attestation_type: NameOf<K> }>
}

/** What the dashboard knows of a type: how it looks. */
interface KindLook<K extends AttestationKind> {
  label: string
  icon: LucideIcon
  /** Shows the type's own data. */
  View: ComponentType<{ org: string; attestation: OfKind[K] }>
}

/** Every attestation type; forgetting one does not compile. Rarer views load when shown. */
export const kinds: { [K in AttestationKind]: KindLook<K> } = {
  generic: {
    label: 'Generic',
    icon: ClipboardCheck,
    View: GenericView,
  },
  junit: {
    label: 'JUnit',
    icon: FlaskConical,
    View: JunitView,
  },
  snyk: {
    label: 'Snyk',
    icon: ShieldAlert,
    View: lazyPart(() => import('./snyk-view.tsx')),
  },
  pull_request: {
    label: 'Pull request',
    icon: GitPullRequest,
    View: lazyPart(() => import('./pull-request-view.tsx')),
  },
  jira: {
    label: 'Jira',
    icon: Ticket,
    View: lazyPart(() => import('./jira-view.tsx')),
  },
  sonar: {
    label: 'Sonar',
    icon: Gauge,
    View: lazyPart(() => import('./sonar-view.tsx')),
  },
  custom: {
    label: 'Custom',
    icon: Braces,
    View: lazyPart(() => import('./custom-view.tsx')),
  },
  'system:decision': {
    label: 'Decision',
    icon: Scale,
    View: lazyPart(() => import('./decision-view.tsx')),
  },
  'system:sbom': {
    label: 'SBOM',
    icon: List,
    View: lazyPart(() => import('./sbom-view.tsx')),
  },
}

/** The type's own data of an attestation; throws for a type that is not known. */
export function KindView(props: { org: string; attestation: Attestation }) {
  const kind = kindOf(props.attestation.attestation_type)
  if (kind === null) throw new Error('This type is not known')
  // The kind is the attestation's own: its view takes it.
  const { View } = kinds[kind] as { View: ComponentType<typeof props> }
  return <View {...props} />
}

/** A generic attestation has no data of its own: the reporter's word is the evidence. */
export function GenericView(props: {
  attestation: Extract<Attestation, { attestation_type: 'generic' }>
}) {
  const { is_compliant, reported_by } = props.attestation
  return (
    <p className="text-table text-muted">
      {reported_by} reported this as {is_compliant ? 'compliant' : 'non-compliant'}; a generic
      attestation carries no results to judge.
    </p>
  )
}
