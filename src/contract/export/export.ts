import * as z from 'zod/mini'
import { listArtifactSummaries } from '#contract/artifact/artifact.ts'
import { listAttestations, listAttestationsForCriteria } from '#contract/attestation/attestation.ts'
import { attestationFilters } from '#contract/attestation/filters.ts'
import { auditFilters } from '#contract/audit-log/audit-log.ts'
import { buildFilters } from '#contract/build/build.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { maybe } from '#contract/common/fields.ts'
import { listControlSummaries } from '#contract/control/control-page.ts'
import { countDecisionDays } from '#contract/decision/decision.ts'
import { listEnvironmentSummaries } from '#contract/environment/environment.ts'
import { listFlowSummaries } from '#contract/flow/flow.ts'
import { listMembers } from '#contract/member/member.ts'
import { listNotificationSummaries } from '#contract/notification/notification-page.ts'
import { listOverrides } from '#contract/override/override.ts'
import { listPolicySummaries } from '#contract/policy/policy-page.ts'
import { listServiceAccountSummaries } from '#contract/service-account/service-account.ts'
import {
  getRunningNow,
  getSnapshotPage,
  listSnapshotSummaries,
} from '#contract/snapshot/snapshot-page.ts'
import { listTrailSummaries } from '#contract/trail/trail.ts'

/** File formats of exported lists. */
export const exportFormats = ['csv', 'ndjson', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

const format = { format: z._default(z.enum(exportFormats), 'csv') }
const paging = { page: true, per_page: true } as const
const download = { method: 'GET', response: 'export', status: [200] } as const

/** Scope of an export: in the header `X-Cairn-Scope`, and at the end of JSON and NDJSON. */
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
  /** The list's own filters and order, without what was left out. */
  filter: Record<string, unknown>
  /** Unix seconds; records made later are not included. */
  as_of: number
}

export const exportFlows = endpoint({
  name: 'exportFlows',
  ...download,
  path: '/cairn/{org}/exports/flows',
  access: 'reader',
  archived: 'exclude',
  query: z.extend(z.omit(listFlowSummaries.query, paging), format),
  summary: 'Take away all flows that match, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each flow, with recent trails and open trouble, in the order asked for. The export is recorded in the audit log.',
})

export const exportTrails = endpoint({
  name: 'exportTrails',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/trails',
  access: 'reader',
  query: z.extend(z.omit(listTrailSummaries.query, paging), format),
  summary: "Take away all of a flow's trails that match, as CSV, NDJSON or JSON",
  description:
    'Returns one row for each trail of the flow, newest first, with its status, commit and slots; trails that begin after the call are left out. The export is recorded in the audit log.',
})

export const exportAttestations = endpoint({
  name: 'exportAttestations',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/attestations',
  access: 'reader',
  query: z.extend(
    z.omit(listAttestations.query, {
      ...paging,
      flow_name: true,
      attestation_id: true,
    }),
    format,
  ),
  summary: "Take away all of a flow's attestations that match, as CSV, NDJSON or JSON",
  description:
    'Returns one row for each attestation of the flow, newest first. What is reported after the call is left out, and the export is recorded in the audit log. An unknown flow is 404, and so is one that `archived` leaves out.',
})

export const exportAllAttestations = endpoint({
  name: 'exportAllAttestations',
  ...download,
  path: '/cairn/{org}/exports/attestations',
  access: 'reader',
  archived: 'include',
  query: z.object({
    ...attestationFilters,
    /** Only attestations of these commits: their own, their artifact's or their trail's. */
    commit_list: maybe(listAttestationsForCriteria.query.shape.commit_list),
    ...format,
  }),
  summary: "Take away all of the organization's attestations that match, as CSV, NDJSON or JSON",
  description:
    'Returns one row for each attestation of the organization, newest first, by the filters of the list or by commits. What is reported after the call is left out, and the export is recorded in the audit log.',
})

export const exportArtifacts = endpoint({
  name: 'exportArtifacts',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/artifacts',
  access: 'reader',
  query: z.extend(z.omit(listArtifactSummaries.query, paging), format),
  summary: "Take away all of a flow's artifacts that match, as CSV, NDJSON or JSON",
  description:
    'Returns one row for each report of an artifact in the flow, newest first, with its status. The export is recorded in the audit log. An unknown flow is 404, and so is one that `archived` leaves out.',
})

export const exportBuilds = endpoint({
  name: 'exportBuilds',
  ...download,
  path: '/cairn/{org}/exports/builds',
  access: 'reader',
  archived: 'include',
  query: z.extend(z.omit(buildFilters, paging), format),
  summary: 'Take away all builds of a window, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each build of the window, newest first, with its status and where it runs. The window is 28 days up to `end_ts` unless `start_ts` is given. The export is recorded in the audit log.',
})

export const exportEnvironments = endpoint({
  name: 'exportEnvironments',
  ...download,
  path: '/cairn/{org}/exports/environments',
  access: 'reader',
  archived: 'exclude',
  query: z.extend(z.omit(listEnvironmentSummaries.query, paging), format),
  summary: 'Take away all environments that match, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each environment, with its state, what runs there and its policies. The export is recorded in the audit log.',
})

export const exportPolicies = endpoint({
  name: 'exportPolicies',
  ...download,
  path: '/cairn/{org}/exports/policies',
  access: 'reader',
  query: z.extend(z.omit(listPolicySummaries.query, paging), format),
  summary: 'Take away all policies that match, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each policy, with its newest version, where it is attached and how many artifacts it passes and fails there. The export is recorded in the audit log.',
})

export const exportControls = endpoint({
  name: 'exportControls',
  ...download,
  path: '/cairn/{org}/exports/controls',
  access: 'reader',
  query: z.extend(z.omit(listControlSummaries.query, paging), format),
  summary: 'Take away all controls that match, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each control, with its coverage, how it fares and its last decision. The export is recorded in the audit log.',
})

export const exportNotifications = endpoint({
  name: 'exportNotifications',
  ...download,
  path: '/cairn/{org}/exports/notifications',
  access: 'reader',
  query: z.extend(z.omit(listNotificationSummaries.query, paging), format),
  summary: 'Take away all notifications that match, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each notification, with its triggers, its health and when it last succeeded and failed; addresses and secrets are left out. The export is recorded in the audit log.',
})

export const exportDecisions = endpoint({
  name: 'exportDecisions',
  ...download,
  path: '/cairn/{org}/exports/decisions',
  access: 'reader',
  archived: 'include',
  query: z.extend(countDecisionDays.query, format),
  summary: 'Take away all decisions that match, newest first, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each decision, with the control, the result and what it is about. What is recorded after the call is left out, and the export is recorded in the audit log.',
})

export const exportMembers = endpoint({
  name: 'exportMembers',
  ...download,
  path: '/cairn/{org}/exports/members',
  access: 'reader',
  query: z.extend(listMembers.query, format),
  summary: 'Take away all members that match, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each member; e-mail address and last sign of life are filled for admins only. The export is recorded in the audit log.',
})

export const exportServiceAccounts = endpoint({
  name: 'exportServiceAccounts',
  ...download,
  path: '/cairn/{org}/exports/service-accounts',
  access: 'reader',
  query: z.extend(listServiceAccountSummaries.query, format),
  summary: 'Take away all service accounts that match, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each service account, with the state of its keys but without secrets. Personal organizations have none: 403. The export is recorded in the audit log.',
})

export const exportOverrides = endpoint({
  name: 'exportOverrides',
  ...download,
  path: '/cairn/{org}/exports/overrides',
  access: 'reader',
  query: z.extend(z.omit(listOverrides.query, paging), format),
  summary: 'Take away all overrides that match, and requests for them, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each override and each request, with reason, author, approval and end. The export is recorded in the audit log.',
})

export const exportSnapshots = endpoint({
  name: 'exportSnapshots',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/snapshots',
  access: 'reader',
  query: z.extend(z.omit(listSnapshotSummaries.query, paging), format),
  summary: "Take away all of an environment's snapshots that match, as CSV, NDJSON or JSON",
  description:
    'Returns one row for each snapshot of the environment, newest first, with its state and what changed. The export is recorded in the audit log.',
})

export const exportSnapshotArtifacts = endpoint({
  name: 'exportSnapshotArtifacts',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/snapshots/{snapshot_expression}',
  access: 'reader',
  query: z.extend(getSnapshotPage.query, format),
  summary: 'Take away the artifacts of a snapshot that match, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each artifact of the snapshot, with the verdict recorded there. The export is recorded in the audit log.',
})

export const exportRunning = endpoint({
  name: 'exportRunning',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/running',
  access: 'reader',
  query: z.extend(getRunningNow.query, format),
  summary: 'Take away what runs in an environment, as CSV, NDJSON or JSON',
  description:
    'Returns one row for each running artifact by the last report, with its verdict and provenance. The export is recorded in the audit log.',
})

export const exportAuditLog = endpoint({
  name: 'exportAuditLog',
  ...download,
  path: '/cairn/{org}/exports/audit-log',
  access: 'reader',
  query: z.object({ ...auditFilters, ...format }),
  summary: 'Take away all entries of the audit log that match, as CSV, NDJSON or JSON',
  description:
    'Returns the entries as they stood when the export began, newest first. Network addresses are included for admins only.',
})
