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
import {
  attestCustom,
  attestDecision,
  attestGeneric,
  attestJira,
  attestJunit,
  attestPullRequest,
  attestSnyk,
  attestSonar,
} from '#contract/attestation/attestation-report.ts'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { type AttestationKind, fullType, kindOf } from '#contract/attestation/types/kind.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { JunitView } from './junit-view.tsx'

/** How answers name a kind. */
type NameOf<K extends AttestationKind> = K extends 'custom' ? `custom:${string}` : K

/** Attestations as answers have them, by kind. */
export type OfKind = {
  [K in AttestationKind]: Extract<Attestation, { attestation_type: NameOf<K> }>
}

/** The last segment of a type's path. */
type SegmentOf<K extends AttestationKind> = K extends `${infer Segment}:${string}` ? Segment : K

/** The endpoint that takes reports of a type: the path says so. */
type ReportOf<K extends AttestationKind> = {
  [
    N in EndpointName
  ]: Endpoints[N]['path'] extends `/attestations/${string}/trail/{trail_name}/${SegmentOf<K>}`
    ? Endpoints[N]
    : never
}[EndpointName]

/** What the dashboard knows of a type: how it looks, and how it is reported. */
interface KindLook<K extends AttestationKind> {
  label: string
  icon: LucideIcon
  /** Shows the type's own data. */
  View: ComponentType<{ org: string; attestation: OfKind[K] }>
  endpoint: ReportOf<K>
  /** The type's own fields of a report, as an example that passes. */
  sample: Partial<BodyOf<ReportOf<K>>>
}

/** Every attestation type; forgetting one does not compile. Rarer views load when shown. */
export const kinds: { [K in AttestationKind]: KindLook<K> } = {
  generic: {
    label: 'Generic',
    icon: ClipboardCheck,
    View: GenericView,
    endpoint: attestGeneric,
    sample: { is_compliant: true },
  },
  junit: {
    label: 'JUnit',
    icon: FlaskConical,
    View: JunitView,
    endpoint: attestJunit,
    sample: {
      junit_results: [
        { name: 'unit', failures: 0, errors: 0, skipped: 0, total: 1, duration: 0.1 },
      ],
    },
  },
  snyk: {
    label: 'Snyk',
    icon: ShieldAlert,
    View: lazyPart(() => import('./snyk-view.tsx')),
    endpoint: attestSnyk,
    sample: {
      snyk_results: {
        schema_version: 1,
        tool: { name: 'SnykCode', version: '1.0.0' },
        results: [{ high_count: 0, medium_count: 0, low_count: 0 }],
      },
    },
  },
  pull_request: {
    label: 'Pull request',
    icon: GitPullRequest,
    View: lazyPart(() => import('./pull-request-view.tsx')),
    endpoint: attestPullRequest,
    sample: {
      git_provider: 'github',
      pull_requests: [
        {
          url: 'https://github.com/my-company/app/pull/1',
          merge_commit: 'COMMIT',
          state: 'MERGED',
          author: 'octocat',
          approvers: ['hubot'],
          commits: [],
        },
      ],
    },
  },
  jira: {
    label: 'Jira',
    icon: Ticket,
    View: lazyPart(() => import('./jira-view.tsx')),
    endpoint: attestJira,
    sample: {
      jira_results: [
        {
          issue_id: 'APP-1',
          issue_url: 'https://jira.example.com/browse/APP-1',
          issue_exists: true,
        },
      ],
    },
  },
  sonar: {
    label: 'Sonar',
    icon: Gauge,
    View: lazyPart(() => import('./sonar-view.tsx')),
    endpoint: attestSonar,
    sample: {
      sonar_results: {
        serverUrl: 'https://sonar.example.com',
        taskId: 'TASK',
        status: 'SUCCESS',
        analysedAt: '2026-01-01T12:00:00+0000',
        revision: 'COMMIT',
        project: { key: 'app', url: 'https://sonar.example.com/dashboard?id=app' },
        qualityGate: { status: 'OK', conditions: [] },
      },
    },
  },
  custom: {
    label: 'Custom',
    icon: Braces,
    View: lazyPart(() => import('./custom-view.tsx')),
    endpoint: attestCustom,
    sample: { type_name: 'TYPE', attestation_data: {} },
  },
  'system:decision': {
    label: 'Decision',
    icon: Scale,
    View: lazyPart(() => import('./decision-view.tsx')),
    endpoint: attestDecision,
    sample: {
      type_name: 'decision',
      control: 'CONTROL',
      attestation_data: { is_compliant: true },
    },
  },
  'system:sbom': {
    label: 'SBOM',
    icon: List,
    View: lazyPart(() => import('./sbom-view.tsx')),
    endpoint: attestDecision,
    sample: {
      type_name: 'sbom',
      attestation_data: {
        format: 'cyclonedx-1.6',
        original_fingerprint: '0'.repeat(64),
        document: { package_count: 1 },
      },
    },
  },
}

/** The type that fills a slot of a template: any will do for `*`. */
export function typeForSlot(type: string): string {
  return type === '*' ? 'generic' : fullType(type)
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
