import * as z from 'zod/mini'
import { listArtifactSummaries } from './artifact.ts'
import { listAttestations, listAttestationsForCriteria } from './attestation.ts'
import { attestationFilters } from './attestation-list.ts'
import { auditFilters } from './audit.ts'
import { buildFilters } from './build-filters.ts'
import { maybe } from './common.ts'
import { endpoint } from './endpoint.ts'
import { listControlSummaries } from './control-page.ts'
import { countDecisionDays } from './decision-page.ts'
import { listEnvironmentSummaries } from './environment.ts'
import { listFlowSummaries } from './flow.ts'
import { listOverrides } from './override.ts'
import { listMembers } from './member.ts'
import { listNotificationSummaries } from './notification-page.ts'
import { listPolicySummaries } from './policy-page.ts'
import { listServiceAccountSummaries } from './service-account.ts'
import { getRunningNow, getSnapshotPage, listSnapshotSummaries } from './snapshot-page.ts'
import { listTrailSummaries } from './trail.ts'

/** Forms that a list can be taken away in. */
export const exportFormats = ['csv', 'ndjson', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

const format = { format: z._default(z.enum(exportFormats), 'csv') }
const paging = { page: true, per_page: true } as const

/** What an export shows: said in the header `X-Cairn-Scope`, and at the end of JSON and NDJSON. */
export interface ExportScope {
  organization: string
  list:
    | 'flows'
    | 'trails'
    | 'attestations'
    | 'artifacts'
    | 'builds'
    | 'environments'
    | 'members'
    | 'service-accounts'
    | 'policies'
    | 'controls'
    | 'decisions'
    | 'overrides'
    | 'notifications'
    | 'snapshots'
    | 'running'
    | 'audit-log'
  /** The list's own filters and order, without what was left out; `archived` in the archive. */
  filter: Record<string, unknown>
  /** Unix seconds: what was recorded later is not in it. */
  as_of: number
}

export const exportFlows = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/flows',
  access: 'reader',
  archive: true,
  query: z.extend(z.omit(listFlowSummaries.query, paging), format),
  response: 'export',
  status: [200],
  summary: 'Take away all flows that match, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, L3',
})

export const exportTrails = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/flows/{flow_name}/trails',
  access: 'reader',
  query: z.extend(z.omit(listTrailSummaries.query, paging), format),
  response: 'export',
  status: [200],
  summary: "Take away all of a flow's trails that match, as CSV, NDJSON or JSON",
  decided: 'product.md 3.0, L3',
})

export const exportAttestations = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/flows/{flow_name}/attestations',
  access: 'reader',
  query: z.extend(
    z.omit(listAttestations.query, { ...paging, flow_name: true, attestation_id: true }),
    format,
  ),
  response: 'export',
  status: [200],
  summary: "Take away all of a flow's attestations that match, as CSV, NDJSON or JSON",
  decided: 'product.md 3.0, L3',
})

export const exportAllAttestations = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/attestations',
  access: 'reader',
  query: z.object({
    ...attestationFilters,
    /** Only what belongs to one of these commits, by its own, its artifact's or its trail's. */
    commit_list: maybe(listAttestationsForCriteria.query.shape.commit_list),
    ...format,
  }),
  response: 'export',
  status: [200],
  summary: "Take away all of the organization's attestations that match, as CSV, NDJSON or JSON",
  decided: 'product.md 3.0, L3',
})

export const exportArtifacts = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/flows/{flow_name}/artifacts',
  access: 'reader',
  query: z.extend(z.omit(listArtifactSummaries.query, paging), format),
  response: 'export',
  status: [200],
  summary: "Take away all of a flow's artifacts that match, as CSV, NDJSON or JSON",
  decided: 'product.md 3.0, L3',
})

export const exportBuilds = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/builds',
  access: 'reader',
  query: z.extend(z.omit(buildFilters, paging), format),
  response: 'export',
  status: [200],
  summary: 'Take away all builds of a window, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, L3',
})

export const exportEnvironments = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/environments',
  access: 'reader',
  archive: true,
  query: z.extend(z.omit(listEnvironmentSummaries.query, paging), format),
  response: 'export',
  status: [200],
  summary: 'Take away all environments that match, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, L3',
})

export const exportPolicies = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/policies',
  access: 'reader',
  query: z.extend(z.omit(listPolicySummaries.query, paging), format),
  response: 'export',
  status: [200],
  summary: 'Take away all policies that match, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, L3',
})

export const exportControls = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/controls',
  access: 'reader',
  query: z.extend(z.omit(listControlSummaries.query, paging), format),
  response: 'export',
  status: [200],
  summary: 'Take away all controls that match, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, L3',
})

export const exportNotifications = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/notifications',
  access: 'reader',
  query: z.extend(z.omit(listNotificationSummaries.query, paging), format),
  response: 'export',
  status: [200],
  summary: 'Take away all notifications that match, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, L3',
})

export const exportDecisions = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/decisions',
  access: 'reader',
  query: z.extend(countDecisionDays.query, format),
  response: 'export',
  status: [200],
  summary: 'Take away all decisions that match, newest first, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, L3',
})

export const exportMembers = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/members',
  access: 'reader',
  query: z.extend(listMembers.query, format),
  response: 'export',
  status: [200],
  summary: 'Take away all members that match, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, 3.21',
})

export const exportServiceAccounts = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/service-accounts',
  access: 'reader',
  query: z.extend(listServiceAccountSummaries.query, format),
  response: 'export',
  status: [200],
  summary: 'Take away all service accounts that match, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, 3.22',
})

export const exportOverrides = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/overrides',
  access: 'reader',
  query: z.extend(z.omit(listOverrides.query, paging), format),
  response: 'export',
  status: [200],
  summary: 'Take away all overrides that match, and requests for them, as CSV, NDJSON or JSON',
  decided: 'product.md 3.9, L3',
})

export const exportSnapshots = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/environments/{env_name}/snapshots',
  access: 'reader',
  query: z.extend(z.omit(listSnapshotSummaries.query, paging), format),
  response: 'export',
  status: [200],
  summary: "Take away all of an environment's snapshots that match, as CSV, NDJSON or JSON",
  decided: 'product.md 3.0, L3',
})

export const exportSnapshotArtifacts = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/environments/{env_name}/snapshots/{snapshot_expression}',
  access: 'reader',
  query: z.extend(getSnapshotPage.query, format),
  response: 'export',
  status: [200],
  summary: 'Take away the artifacts of a snapshot that match, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, L3',
})

export const exportRunning = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/environments/{env_name}/running',
  access: 'reader',
  query: z.extend(getRunningNow.query, format),
  response: 'export',
  status: [200],
  summary: 'Take away what runs in an environment, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, L3',
})

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/cairn/{org}/exports/audit-log',
  access: 'reader',
  query: z.object({ ...auditFilters, ...format }),
  response: 'export',
  status: [200],
  summary: 'Take away all entries of the audit log that match, as CSV, NDJSON or JSON',
  decided: 'product.md 3.0, 3.23',
})
