import * as z from 'zod/mini'
import { attestationListQuery, attestationTypeFilter } from './attestation-list.ts'
import { attestationTypes } from './attestation-type/index.ts'
import type { AttestationKind } from './attestation-type/kind.ts'
import { override } from './attestation-type/override.ts'
import { commonPayload } from './attestation-type/payload.ts'
import { annotations, externalUrls } from './annotations.ts'
import { gitCommitInfo } from './commit-info.ts'
import { flowName, maybe, patterns, resourceName, timestamp } from './common.ts'
import { repoInfo } from './repo-info.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './page.ts'

const link = z.object({ href: z.string() })

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
  /** The commit it belongs to: its own, else its artifact's, else its trail's; our addition. */
  git_commit: z.nullable(z.string()),
  repo_info: z.nullable(repoInfo),
  external_urls: externalUrls,
  annotations,
  evidence_archive_path: z.nullable(z.string()),
  evidence_archive_fingerprint: z.nullable(z.string()),
  /** Bytes of the evidence file; our addition. */
  evidence_archive_size: z.nullable(z.int()),
  flow_name: z.string(),
  trail_name: z.string(),
  /** Of a report that is overridden: what it said itself, and the override that counts. */
  reported_is_compliant: z.optional(z.boolean()),
  overridden_by: z.optional(z.string()),
  _links: z.object({ self: link, evidence: z.optional(link), audit_package: z.optional(link) }),
}

const itemOf = <const K extends AttestationKind, D extends z.core.$ZodLooseShape>(
  kind: K,
  { data }: { data: D },
) =>
  z.object({ ...item, is_override: z.literal(false), attestation_type: z.literal(kind), ...data })

/** A decision about a control: an attestation like any other (wire.md 17). */
export const decision = itemOf('system:decision', attestationTypes['system:decision'])
export type Decision = z.output<typeof decision>

/** An override: an attestation of its own, of the type that it overrides (wire.md 11.2). */
const overrideItem = z.object({
  ...item,
  is_override: z.literal(true),
  attestation_type: z.string(),
  ...override.data,
  /** Who approved it, when it ends by itself, and when it ended; null where that is not so. */
  approved_by: z.nullable(z.string()),
  expires_at: z.nullable(timestamp),
  ended_at: z.nullable(timestamp),
})

const customAttestation = z.object({
  ...item,
  is_override: z.literal(false),
  attestation_type: z.templateLiteral(['custom:', z.string()]),
  ...attestationTypes.custom.data,
})

/** An attestation as it is read back (specification 2.1, wire.md 11.2). */
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
  ...report('generic', attestationTypes.generic.payload),
  summary: 'Report a generic attestation',
  decided: 'wire.md 11.1',
})

export const attestJunit = endpoint({
  ...report('junit', attestationTypes.junit.payload),
  summary: 'Report JUnit results',
  spec: '4.4',
})

export const attestSnyk = endpoint({
  ...report('snyk', attestationTypes.snyk.payload),
  summary: 'Report the findings of a Snyk scan',
  decided: 'wire.md 11.1',
})

export const attestPullRequest = endpoint({
  ...report('pull_request', attestationTypes.pull_request.payload),
  summary: 'Report the pull requests of a commit',
  decided: 'wire.md 11.1',
})

export const attestJira = endpoint({
  ...report('jira', attestationTypes.jira.payload),
  summary: 'Report the Jira issues of a change',
  decided: 'wire.md 11.1',
})

export const attestSonar = endpoint({
  ...report('sonar', attestationTypes.sonar.payload),
  summary: 'Report a SonarQube analysis',
  decided: 'wire.md 11.1',
})

export const attestCustom = endpoint({
  ...report('custom', attestationTypes.custom.payload),
  summary: 'Report evidence of a custom type: its schema and rules decide',
  decided: 'wire.md 11.1',
})

export const attestDecision = endpoint({
  ...report('system', attestationTypes['system:decision'].payload),
  summary: 'Record a decision about a control, which need not be known',
  decided: 'wire.md 11.1',
})

export const overrideAttestation = endpoint({
  method: 'POST',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/override',
  access: 'member',
  body: { kind: 'json', schema: z.object(override.payload) },
  response: z.string(),
  status: [201],
  summary: 'Override the compliance status of an attestation; nothing of it is lost',
  spec: '4.2',
  decided:
    'product.md 3.24: 403 where the organization wants the approval of a second person; it ends when the organization has set',
})

export const listAttestationsForCriteria = endpoint({
  method: 'GET',
  path: '/attestations/{org}/list_attestations_for_criteria',
  access: 'reader',
  query: z.object({
    commit_list: z.array(z.string().check(z.regex(patterns.commit))),
    flow_name: maybe(z.string()),
    attestation_name: maybe(z.string()),
    attestation_type: maybe(attestationTypeFilter),
    attestation_id: maybe(z.string()),
  }),
  response: z.record(z.string(), z.array(attestation)),
  status: [200],
  summary: 'List attestations by commit',
  spec: '4.1',
})

export const listAttestations = endpoint({
  method: 'GET',
  path: '/attestations/{org}',
  access: 'reader',
  archive: true,
  query: attestationListQuery,
  response: paged(attestation),
  status: [200],
  summary: 'List attestations of the organization, newest first',
  decided: 'wire.md 11.2',
})

export const listFlowAttestations = endpoint({
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
})

export const listTrailAttestations = endpoint({
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/{attestation_name}',
  access: 'reader',
  response: z.array(attestation),
  status: [200],
  summary: "Read a trail's attestations of one name, newest first",
  decided: 'wire.md 11.2',
})

export const listArtifactAttestations = endpoint({
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/artifact/{fingerprint}/{attestation_name}',
  access: 'reader',
  response: z.array(attestation),
  status: [200],
  summary: "Read an artifact's attestations of one name, newest first",
  decided: 'wire.md 11.2',
})

export const downloadEvidence = endpoint({
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/attestation/{attestation_id}/evidence',
  access: 'reader',
  response: 'file',
  status: [200],
  summary: 'Download the evidence file of an attestation',
  decided: 'wire.md 21',
})
