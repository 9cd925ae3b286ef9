import { ClipboardCheck, FlaskConical, type LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { type AttestationKind, attestationTypes } from '#contract/attestation-type/index.ts'
import type { Attestation } from '#contract/attestation.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/index.ts'
import { GenericView } from './generic-view.tsx'
import { JunitView } from './junit-view.tsx'

type OfKind<K extends AttestationKind> = Extract<Attestation, { attestation_type: K }>

/** What the dashboard knows of a type: how it looks, and how it is reported. */
interface KindLook<K extends AttestationKind, N extends EndpointName> {
  label: string
  icon: LucideIcon
  /** Shows the type's own data. */
  View: ComponentType<{ attestation: OfKind<K> }>
  endpoint: N
  /** The type's own fields of a report, as an example that passes. */
  sample: Partial<BodyOf<Endpoints[N]>>
}

/** Every attestation type; forgetting one does not compile. */
export const kinds: {
  [K in AttestationKind]: KindLook<K, 'attestGeneric' | 'attestJunit'>
} = {
  generic: {
    label: attestationTypes.generic.label,
    icon: ClipboardCheck,
    View: GenericView,
    endpoint: 'attestGeneric',
    sample: { is_compliant: true },
  },
  junit: {
    label: attestationTypes.junit.label,
    icon: FlaskConical,
    View: JunitView,
    endpoint: 'attestJunit',
    sample: {
      junit_results: [
        { name: 'unit', failures: 0, errors: 0, skipped: 0, total: 1, duration: 0.1 },
      ],
    },
  },
}

/** Whether a type, as templates and answers name it, is one that we know. */
export function isKnownKind(type: string): type is AttestationKind {
  return Object.hasOwn(kinds, type)
}

/** The type's own data of an attestation. */
export function KindView(props: { attestation: Attestation }) {
  const { View } = kinds[props.attestation.attestation_type] as KindLook<
    AttestationKind,
    EndpointName
  >
  return <View attestation={props.attestation} />
}
