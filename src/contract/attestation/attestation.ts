import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { annotations, externalUrls, maybe, patterns, timestamp } from '#contract/common/fields.ts'
import { gitCommitInfo, repoInfo } from '#contract/common/git.ts'
import { paged, paging } from '#contract/common/pagination.ts'
import { archivedFlowsMark } from '#contract/common/archived.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { attestationTypeFilter, attestationListQuery, attestationFilters } from './filters.ts'
import { overrideInEffect } from './override-in-effect.ts'
import { attestationTypes } from './types/index.ts'
import type { AttestationKind } from './types/kind.ts'
import { override } from './types/override.ts'

const link = z.object({ href: z.string() })

/** Links of an attestation; the last two where there is what they lead to. */
export const attestationLinks = z.object({
  self: link,
  evidence: z.optional(link),
  audit_package: z.optional(link),
})

const item = {
  attestation_id: z.string(),
  attestation_name: z.string(),
  created_at: timestamp,
  description: z.string(),
  has_audit_package: z.boolean(),
  html_url: z.string(),
  is_compliant: z.boolean(),
  origin_url: z.string(),
  reported_by: z.string(),
  schema_version: z.int(),
  user_data: z.unknown(),
  artifact_fingerprint: z.nullable(z.string()),
  target_artifacts: z.nullable(z.array(z.string())),
  git_commit_info: z.nullable(gitCommitInfo),
  /** Commit of the attestation, else of its artifact, else of its trail; our addition. */
  git_commit: z.nullable(z.string()),
  repo_info: z.nullable(repoInfo),
  external_urls: externalUrls,
  annotations,
  evidence_archive_path: z.nullable(z.string()),
  evidence_archive_fingerprint: z.nullable(z.string()),
  /** Size of the evidence file in bytes; our addition. */
  evidence_archive_size: z.nullable(z.int()),
  /** When retention removed the evidence file. */
  evidence_removed_at: z.optional(timestamp),
  flow_name: z.string(),
  ...archivedFlowsMark,
  trail_name: z.string(),
  /** The reported verdict, whatever overrides it; null for an override, which reports nothing. */
  reported_is_compliant: z.nullable(z.boolean()),
  /** The verdict that counts: of evidence the override's while one stands; null for an ended override. */
  effective_is_compliant: z.nullable(z.boolean()),
  /** Id of the override that counts in place of this evidence. */
  overridden_by: z.optional(z.string()),
  /** That override. */
  override: z.optional(overrideInEffect),
  /** For an override: the evidence that it overrides, null where there was none of that name. */
  override_of: z.nullable(z.string()),
  _links: attestationLinks,
}

const evidenceRecord = { record_type: z.literal('evidence'), is_override: z.literal(false) }

const itemOf = <const K extends AttestationKind, D extends z.core.$ZodLooseShape>(
  kind: K,
  { data }: { data: D },
) => z.object({ ...item, ...evidenceRecord, attestation_type: z.literal(kind), ...data })

/** A decision about a control; an attestation like any other. */
export const decision = itemOf('system:decision', attestationTypes['system:decision'])
export type Decision = z.output<typeof decision>

/** An override: a separate attestation, of the type that it overrides. */
const overrideItem = z.object({
  ...item,
  record_type: z.literal('override'),
  is_override: z.literal(true),
  attestation_type: z.string(),
  ...override.data,
  /** Who approved it, when it expires, and when it ended; null where that does not apply. */
  approved_by: z.nullable(z.string()),
  expires_at: z.nullable(timestamp),
  ended_at: z.nullable(timestamp),
})

const customAttestation = z.object({
  ...item,
  ...evidenceRecord,
  attestation_type: z.templateLiteral(['custom:', z.string()]),
  ...attestationTypes.custom.data,
})

/** An attestation in responses (specification 2.1). */
export const attestation = z.union([
  overrideItem,
  customAttestation,
  z.discriminatedUnion('attestation_type', [
    itemOf('generic', attestationTypes.generic),
    itemOf('junit', attestationTypes.junit),
    itemOf('snyk', attestationTypes.snyk),
    itemOf('pull_request', attestationTypes.pull_request),
    itemOf('jira', attestationTypes.jira),
    itemOf('sonar', attestationTypes.sonar),
    decision,
    itemOf('system:sbom', attestationTypes['system:sbom']),
  ]),
])
export type Attestation = z.output<typeof attestation>

export const overrideAttestation = endpoint({
  name: 'overrideAttestation',
  method: 'POST',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/override',
  access: 'member',
  body: { kind: 'json', schema: z.object(override.payload) },
  response: z.string(),
  status: [201],
})

export const listAttestationsForCriteria = endpoint({
  name: 'listAttestationsForCriteria',
  method: 'GET',
  path: '/attestations/{org}/list_attestations_for_criteria',
  access: 'reader',
  archived: 'include',
  query: z.object({
    commit_list: z.array(z.string().check(z.regex(patterns.commit))),
    flow_name: maybe(z.array(z.string())),
    attestation_name: maybe(z.array(z.string())),
    attestation_type: maybe(z.array(attestationTypeFilter)),
    attestation_id: maybe(z.array(z.string())),
  }),
  response: z.record(z.string(), z.array(attestation)),
})

export const listAttestations = endpoint({
  name: 'listAttestations',
  method: 'GET',
  path: '/attestations/{org}',
  access: 'reader',
  archived: 'include',
  query: attestationListQuery,
  response: paged(attestation),
})

export const listFlowAttestations = endpoint({
  name: 'listFlowAttestations',
  method: 'GET',
  path: '/attestations/{org}/{flow_name}',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 20 }),
    from_timestamp: maybe(z.int()),
    to_timestamp: maybe(z.int()),
  }),
  response: paged(attestation),
})

export const listTrailAttestations = endpoint({
  name: 'listTrailAttestations',
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/{attestation_name}',
  access: 'reader',
  response: z.array(attestation),
})

export const listArtifactAttestations = endpoint({
  name: 'listArtifactAttestations',
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/artifact/{fingerprint}/{attestation_name}',
  access: 'reader',
  response: z.array(attestation),
})

export const downloadEvidence = endpoint({
  name: 'downloadEvidence',
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/attestation/{attestation_id}/evidence',
  access: 'reader',
  response: 'file',
  media: ['application/gzip', 'application/octet-stream'],
})

export const exportAttestations = endpoint({
  name: 'exportAttestations',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/attestations',
  access: 'reader',
  query: z.extend(
    z.omit(listAttestations.query, {
      ...pagingParameters,
      flow_name: true,
      attestation_id: true,
    }),
    exportFormat,
  ),
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
    ...exportFormat,
  }),
})

/** Texts of these endpoints in the API reference. */
export const attestationTexts = {
  overrideAttestation: {
    summary: 'Override the compliance status of an attestation; nothing of it is lost',
    description:
      'Adds a record that takes the place of the newest attestation of that name until a later report replaces it; the original stays readable, with its own result in `reported_is_compliant`. It succeeds where nothing of that name was reported; a custom type that is named must exist, and a decision cannot be overridden. It ends by itself where the organization has set a default, and it is refused with 403 where the organization requires the approval of a second person.',
    spec: '4.2',
  },
  listAttestationsForCriteria: {
    summary: 'List attestations by commit',
    description:
      'Returns an object with one key for each commit of `commit_list`; its value lists the attestations of that commit, and is empty where none match. An attestation belongs to the commit that it names, else to that of its artifact, else to that of its trail. `commit_list` takes full 40-character hashes only and may be repeated; `attestation_id` is accepted and ignored.',
    spec: '4.1',
  },
  listAttestations: {
    summary: 'List attestations of the organization, newest first, also those of archived flows',
    description:
      'Returns one page, 20 attestations unless `per_page` says otherwise, with the total in `pagination`. Different filters apply together, and repeated values of one filter are alternatives. An unknown `attestation_id` gives an empty list.',
  },
  listFlowAttestations: {
    summary: 'List attestations of a flow, newest first',
    description:
      'Returns one page, 20 attestations unless `per_page` says otherwise, with the total in `pagination`. `from_timestamp` and `to_timestamp` are whole Unix seconds, both included. An unknown flow is 404, and so is one that `archived` leaves out.',
    spec: '4.3',
  },
  listTrailAttestations: {
    summary: "Read a trail's attestations of one name, newest first",
    description:
      'Returns every record of that name on the trail, overrides included; the first is the newest. The list is empty if there is none; an unknown flow or trail is 404.',
  },
  listArtifactAttestations: {
    summary: "Read an artifact's attestations of one name, newest first",
    description:
      'Returns every record of that name on the artifact in this flow, overrides included; the first is the newest. `fingerprint` may be a prefix of 5 characters or more, if it names one artifact.',
  },
  downloadEvidence: {
    summary: 'Download the evidence file of an attestation',
    description:
      'Returns the bytes that were sent as `attachment_file`, always as a download, with their SHA-256 in `Repr-Digest`. An attestation without a file is 404; a file that is lost or changed in the store is 410, and sending the same file again repairs it.',
  },
  exportAttestations: {
    summary: "Export all of a flow's attestations that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each attestation of the flow, newest first. What is reported after the call is left out, and the export is recorded in the audit log. An unknown flow is 404, and so is one that `archived` leaves out.',
  },
  exportAllAttestations: {
    summary: "Export all of the organization's attestations that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each attestation of the organization, newest first, by the filters of the list or by commits. What is reported after the call is left out, and the export is recorded in the audit log.',
  },
} satisfies EndpointTexts
