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

/** Shows the data of each type; forgetting one does not compile. Rarer views load when shown. */
const views: {
  [K in AttestationKind]: ComponentType<{ org: string; attestation: OfKind[K] }>
} = {
  generic: GenericView,
  junit: JunitView,
  snyk: lazyPart(() => import('./snyk-view.tsx')),
  pull_request: lazyPart(() => import('./pull-request-view.tsx')),
  jira: lazyPart(() => import('./jira-view.tsx')),
  sonar: lazyPart(() => import('./sonar-view.tsx')),
  custom: lazyPart(() => import('./custom-view.tsx')),
  'system:decision': lazyPart(() => import('./decision-view.tsx')),
  'system:sbom': lazyPart(() => import('./sbom-view.tsx')),
}

/** The type's own data of an attestation; throws for a type that is not known. */
export function KindView(props: { org: string; attestation: Attestation }) {
  const kind = kindOf(props.attestation.attestation_type)
  if (kind === null) throw new Error('This type is not known')
  // The kind is the attestation's own: its view takes it.
  const View = views[kind] as ComponentType<typeof props>
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
