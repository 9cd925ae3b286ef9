import type { ComponentType } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { type AttestationKind, kindOf } from '#contract/attestation/types/kind.ts'
import { CustomView } from './custom-view.tsx'
import { DecisionView } from './decision-view.tsx'
import { JiraView } from './jira-view.tsx'
import { JunitView } from './junit-view.tsx'
import { PullRequestView } from './pull-request-view.tsx'
import { SbomView } from './sbom-view.tsx'
import { SnykView } from './snyk-view.tsx'
import { SonarView } from './sonar-view.tsx'

/** How answers name a kind. */
type NameOf<K extends AttestationKind> = K extends 'custom' ? `custom:${string}` : K

/** Attestations as answers have them, by kind. */
type OfKind = {
  [K in AttestationKind]: Extract<Attestation, { attestation_type: NameOf<K> }>
}

/** Shows the data of each type; forgetting one does not compile. */
const views: {
  [K in AttestationKind]: ComponentType<{ org: string; attestation: OfKind[K] }>
} = {
  generic: GenericView,
  junit: JunitView,
  snyk: SnykView,
  pull_request: PullRequestView,
  jira: JiraView,
  sonar: SonarView,
  custom: CustomView,
  'system:decision': DecisionView,
  'system:sbom': SbomView,
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
function GenericView(props: {
  attestation: Extract<Attestation, { attestation_type: 'generic' }>
}) {
  const { is_compliant, reported_by } = props.attestation
  return (
    <p className="text-table text-muted">
      {reported_by} reported this as {is_compliant ? 'compliant' : 'non-compliant'}; a generic
      attestation carries no results to evaluate.
    </p>
  )
}
