import * as z from 'zod/mini'
import { endpoint } from '#contract/common/endpoint.ts'
import {
  timestamp,
  externalUrls,
  annotations,
  flowName,
  resourceName,
  patterns,
  maybe,
} from '#contract/common/fields.ts'
import { gitCommitInfo, repoInfo } from '#contract/common/git.ts'
import { paged, paging } from '#contract/common/pagination.ts'
import { archivedFlowsMark } from '#contract/common/archived.ts'
import { attestationTypeFilter, attestationListQuery } from './filters.ts'
import { commonPayload } from './types/common-payload.ts'
import { attestationTypes } from './types/index.ts'
import type { AttestationKind } from './types/kind.ts'
import { override } from './types/override.ts'

const link = z.object({ href: z.string() })

/** The override that counts in place of evidence: who made it, why, and until when. */
const overrideInEffect = z.object({
  reason: z.string(),
  reported_by: z.string(),
  approved_by: z.nullable(z.string()),
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
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
  flow_name: z.string(),
  ...archivedFlowsMark,
  trail_name: z.string(),
  /** What was reported, whatever overrides it; null for an override, which reports nothing. */
  reported_is_compliant: z.nullable(z.boolean()),
  /** What counts: of evidence the override's verdict while one stands; null for an ended override. */
  effective_is_compliant: z.nullable(z.boolean()),
  /** Id of the override that counts in place of this evidence. */
  overridden_by: z.optional(z.string()),
  /** That override. */
  override: z.optional(overrideInEffect),
  /** For an override: the evidence that it overrides, null where there was none of that name. */
  override_of: z.nullable(z.string()),
  _links: z.object({ self: link, evidence: z.optional(link), audit_package: z.optional(link) }),
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

function report<const K extends string, P extends z.core.$ZodLooseShape>(kind: K, payload: P) {
  return {
    method: 'POST',
    path: `/attestations/{org}/{flow_name}/trail/{trail_name}/${kind}`,
    access: 'member',
    params: z.object({ flow_name: flowName, trail_name: resourceName }),
    body: {
      kind: 'multipart',
      part: 'data_json',
      schema: z.object({ ...commonPayload, ...payload }),
      file: { name: 'attachment_file', keep: 'evidence' },
    },
    response: z.string(),
    status: [201],
  } as const
}

export const attestGeneric = endpoint({
  name: 'attestGeneric',
  ...report('generic', attestationTypes.generic.payload),
  summary: 'Report a generic attestation',
  description:
    'Records evidence whose result the caller states: `is_compliant` is true unless given. The attestation belongs to the artifact of `artifact_fingerprint`, else to the artifacts of `target_artifacts` built from the given commit, also those reported later, else to the trail. An unknown flow or trail is created, and one evidence file of up to 10 MB may come along.',
})

export const attestJunit = endpoint({
  name: 'attestJunit',
  ...report('junit', attestationTypes.junit.payload),
  summary: 'Report JUnit results',
  spec: '4.4',
  description:
    'Compliant if no suite has failures or errors; an empty list of suites is non-compliant. The JSON is sent in the part `data_json` (512 KiB at most), with one optional file of up to 10 MB in `attachment_file`. An unknown flow or trail is created; a fingerprint that was not reported on the trail is 404.',
})

export const attestSnyk = endpoint({
  name: 'attestSnyk',
  ...report('snyk', attestationTypes.snyk.payload),
  summary: 'Report the findings of a Snyk scan',
  description:
    'Compliant if all counts of high, medium and low findings are 0. The results are returned as `processed_snyk_results` when the attestation is read. Scope, file and limits are those of a generic attestation.',
})

export const attestPullRequest = endpoint({
  name: 'attestPullRequest',
  ...report('pull_request', attestationTypes.pull_request.payload),
  summary: 'Report the pull requests of a commit',
  description:
    'Compliant if there is at least one pull request, whatever its state. `pull_requests` and the `approvers` of each may be null, which counts as an empty list. Scope, file and limits are those of a generic attestation.',
})

export const attestJira = endpoint({
  name: 'attestJira',
  ...report('jira', attestationTypes.jira.payload),
  summary: 'Report the Jira issues of a change',
  description:
    'Compliant if there is at least one issue and every issue exists. Scope, file and limits are those of a generic attestation.',
})

export const attestSonar = endpoint({
  name: 'attestSonar',
  ...report('sonar', attestationTypes.sonar.payload),
  summary: 'Report a SonarQube analysis',
  description:
    'Compliant if the status of the quality gate is `OK`, in any case; without a quality gate it is non-compliant. Scope, file and limits are those of a generic attestation.',
})

export const attestCustom = endpoint({
  name: 'attestCustom',
  ...report('custom', attestationTypes.custom.payload),
  summary: 'Report evidence of a custom type: its schema and rules decide',
  description:
    'Checks `attestation_data` with the newest version of the custom type that `type_name` names. Data that violates the JSON schema is refused with 400 and the violations, and nothing is stored; otherwise it is compliant if every rule gives `true`, or if there are no rules. An unknown or archived type is 404.',
})

const systemReport = report('system', {})

export const attestDecision = endpoint({
  name: 'attestDecision',
  ...systemReport,
  body: {
    ...systemReport.body,
    schema: z.discriminatedUnion('type_name', [
      z.object({ ...commonPayload, ...attestationTypes['system:decision'].payload }),
      z.object({ ...commonPayload, ...attestationTypes['system:sbom'].payload }),
    ]),
  },
  summary:
    'Record a decision about a control, which need not be known, or a software bill of materials',
  description:
    'With `type_name` `decision` it records whether a control held, as compliant as `attestation_data.is_compliant` states; the control need not exist yet. With `type_name` `sbom` it stores a software bill of materials, which is compliant once it is accepted, since its content is not evaluated; its file is stored as sent.',
})

export const overrideAttestation = endpoint({
  name: 'overrideAttestation',
  method: 'POST',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/override',
  access: 'member',
  body: { kind: 'json', schema: z.object(override.payload) },
  response: z.string(),
  status: [201],
  summary: 'Override the compliance status of an attestation; nothing of it is lost',
  spec: '4.2',
  description:
    'Adds a record that takes the place of the newest attestation of that name until a later report replaces it; the original stays readable, with its own result in `reported_is_compliant`. It succeeds where nothing of that name was reported; a custom type that is named must exist, and a decision cannot be overridden. It ends by itself where the organization has set a default, and it is refused with 403 where the organization requires the approval of a second person.',
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
  status: [200],
  summary: 'List attestations by commit',
  spec: '4.1',
  description:
    'Returns an object with one key for each commit of `commit_list`; its value lists the attestations of that commit, and is empty where none match. An attestation belongs to the commit that it names, else to that of its artifact, else to that of its trail. `commit_list` takes full 40-character hashes only and may be repeated; `attestation_id` is accepted and ignored.',
})

export const listAttestations = endpoint({
  name: 'listAttestations',
  method: 'GET',
  path: '/attestations/{org}',
  access: 'reader',
  archived: 'include',
  query: attestationListQuery,
  response: paged(attestation),
  status: [200],
  summary: 'List attestations of the organization, newest first, also those of archived flows',
  description:
    'Returns one page, 20 attestations unless `per_page` says otherwise, with the total in `pagination`. Different filters apply together, and repeated values of one filter are alternatives. An unknown `attestation_id` gives an empty list.',
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
  status: [200],
  summary: 'List attestations of a flow, newest first',
  spec: '4.3',
  description:
    'Returns one page, 20 attestations unless `per_page` says otherwise, with the total in `pagination`. `from_timestamp` and `to_timestamp` are whole Unix seconds, both included. An unknown flow is 404, and so is one that `archived` leaves out.',
})

export const listTrailAttestations = endpoint({
  name: 'listTrailAttestations',
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/{attestation_name}',
  access: 'reader',
  response: z.array(attestation),
  status: [200],
  summary: "Read a trail's attestations of one name, newest first",
  description:
    'Returns every record of that name on the trail, overrides included; the first is the newest. The list is empty if there is none; an unknown flow or trail is 404.',
})

export const listArtifactAttestations = endpoint({
  name: 'listArtifactAttestations',
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/artifact/{fingerprint}/{attestation_name}',
  access: 'reader',
  response: z.array(attestation),
  status: [200],
  summary: "Read an artifact's attestations of one name, newest first",
  description:
    'Returns every record of that name on the artifact in this flow, overrides included; the first is the newest. `fingerprint` may be a prefix of 5 characters or more, if it names one artifact.',
})

export const downloadEvidence = endpoint({
  name: 'downloadEvidence',
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/attestation/{attestation_id}/evidence',
  access: 'reader',
  response: 'file',
  media: ['application/gzip', 'application/octet-stream'],
  status: [200],
  summary: 'Download the evidence file of an attestation',
  description:
    'Returns the bytes that were sent as `attachment_file`, always as a download, with their SHA-256 in `Repr-Digest`. An attestation without a file is 404; a file that is lost or changed in the store is 410, and sending the same file again repairs it.',
})
