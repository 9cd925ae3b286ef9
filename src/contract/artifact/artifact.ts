import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import {
  annotations,
  artifactName,
  commitSha,
  externalUrls,
  fingerprint,
  flowName,
  longName,
  maybe,
  ok,
  resourceName,
  timestamp,
  urlText,
} from '#contract/common/fields.ts'
import { gitCommitInfo, repoInfo } from '#contract/common/git.ts'
import { paged, paging } from '#contract/common/pagination.ts'
import { archivedFlowsMark } from '#contract/common/archived.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { artifactListQuery } from '#contract/trail/trail.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { attestationStatus, trailState } from '#contract/verdict/compliance-status.ts'
import { runningIn, runningInNow, seenArtifact } from './environments-of-artifact.ts'

/** An artifact report, new form and legacy form in one. */
export const artifactPayload = z.object({
  fingerprint,
  filename: longName.check(z.minLength(1)),
  git_commit: commitSha,
  git_commit_info: maybe(gitCommitInfo),
  repo_info: maybe(repoInfo),
  build_url: urlText,
  commit_url: urlText,
  repo_url: maybe(urlText),
  template_reference_name: maybe(artifactName),
  trail_name: maybe(resourceName),
  external_urls: maybe(externalUrls),
  annotations: maybe(annotations),
  commits_list: maybe(z.array(gitCommitInfo)),
})
export type ArtifactPayload = z.output<typeof artifactPayload>

/** An artifact as recorded in one flow. */
export const artifact = z.object({
  artifact_id: z.string(),
  filename: z.string(),
  fingerprint: z.string(),
  flow_name: z.string(),
  ...archivedFlowsMark,
  trail_name: z.nullable(z.string()),
  template_reference_name: z.nullable(z.string()),
  git_commit: z.string(),
  git_commit_info: z.nullable(gitCommitInfo),
  commit_url: z.string(),
  build_url: z.string(),
  html_url: z.string(),
  state: trailState,
  /** Qualifiers of the state; our addition. */
  qualifiers,
  created_at: timestamp,
  running: runningIn,
  exited: runningIn,
  history: z.array(z.object({ event: z.string(), timestamp })),
  repo_info: z.nullable(repoInfo),
  external_urls: externalUrls,
  annotations,
})
export type Artifact = z.output<typeof artifact>

export const reportArtifact = endpoint({
  name: 'reportArtifact',
  method: 'POST',
  path: '/artifacts/{org}/{flow_name}',
  access: 'member',
  params: z.object({ flow_name: flowName }),
  body: { kind: 'json', schema: artifactPayload },
  response: ok,
  status: [201],
})

export const getArtifact = endpoint({
  name: 'getArtifact',
  method: 'GET',
  path: '/artifacts/{org}/{flow_name}/fingerprint/{fingerprint}',
  access: 'reader',
  query: z.object({ trail: maybe(z.string()) }),
  response: artifact,
})

export const listArtifactsOfCommit = endpoint({
  name: 'listArtifactsOfCommit',
  method: 'GET',
  path: '/artifacts/{org}/{flow_name}/commit_sha/{git_commit}',
  access: 'reader',
  query: z.object({ trail: maybe(z.string()) }),
  response: z.array(artifact),
})

export const getLatestCommit = endpoint({
  name: 'getLatestCommit',
  method: 'GET',
  path: '/artifacts/{org}/{flow_name}/{fingerprint}/latest_commit',
  access: 'reader',
  query: z.object({ branch: maybe(z.string()) }),
  response: z.object({ latest_commit: z.nullable(z.string()) }),
})

export const listArtifacts = endpoint({
  name: 'listArtifacts',
  method: 'GET',
  path: '/artifacts/{org}',
  access: 'reader',
  archived: 'include',
  query: z.object({
    ...paging({ per_page: 15 }),
    flow_name: maybe(z.array(z.string())),
    repo_name: maybe(z.array(z.string())),
  }),
  response: z.array(artifact),
})

/** An artifact in a list. */
export const artifactSummary = z.pick(artifact, {
  artifact_id: true,
  filename: true,
  fingerprint: true,
  flow_name: true,
  trail_name: true,
  template_reference_name: true,
  git_commit: true,
  git_commit_info: true,
  commit_url: true,
  build_url: true,
  state: true,
  qualifiers: true,
  created_at: true,
})
export type ArtifactSummary = z.output<typeof artifactSummary>

/** A row of a flow's artifacts tab. */
const artifactOfFlow = z.extend(artifactSummary, {
  running_in: runningInNow,
  /**
   * The first slot that its state is because of: that fails, is missing (without an id) or is filled
   * by an override, and the number of others like it. Null where there is none, or none is known.
   */
  because_of: z.nullable(
    z.object({
      attestation_name: z.string(),
      attestation_id: z.nullable(z.string()),
      more: z.int(),
    }),
  ),
})
export type ArtifactOfFlow = z.output<typeof artifactOfFlow>

export const listArtifactSummaries = endpoint({
  name: 'listArtifactSummaries',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/artifacts',
  access: 'reader',
  query: artifactListQuery,
  response: paged(artifactOfFlow),
})

/** A slot of an artifact: the attestation that counts in it, or its absence. */
export const artifactSlot = z.extend(attestationStatus, {
  /** Subject of the attestation: the artifact itself, or its whole trail. */
  scope: z.enum(['artifact', 'trail']),
  /** When the evidence was reported, and by whom; of an overridden one, not the override's. */
  created_at: z.nullable(timestamp),
  reported_by: z.nullable(z.string()),
})
export type ArtifactSlot = z.output<typeof artifactSlot>

/** An artifact with everything that determines its compliance. */
export const artifactDetail = z.object({
  artifact,
  slots: z.array(artifactSlot),
  /** The newest reports of the same fingerprint in the flow; this one may not be among them. */
  reports: z.array(artifactSummary),
  has_more_reports: z.boolean(),
})
export type ArtifactDetail = z.output<typeof artifactDetail>

export const getArtifactDetail = endpoint({
  name: 'getArtifactDetail',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/artifacts/{fingerprint}',
  access: 'reader',
  query: z.object({ artifact_id: maybe(z.string()) }),
  response: artifactDetail,
})

export const findArtifactsByName = endpoint({
  name: 'findArtifactsByName',
  method: 'GET',
  path: '/cairn/{org}/artifacts',
  access: 'reader',
  query: z.object({
    /** Prefix of the name after its registry, in any case; of new artifacts also any part of it. */
    name: maybe(z.string().check(z.maxLength(255))),
  }),
  response: z.object({ data: z.array(artifactSummary), has_more: z.boolean() }),
})

export const findArtifacts = endpoint({
  name: 'findArtifacts',
  method: 'GET',
  path: '/cairn/{org}/artifacts/{fingerprint}',
  access: 'reader',
  response: z.object({
    data: z.array(artifactSummary),
    has_more: z.boolean(),
    /** Matching artifacts without provenance: only seen running. */
    seen: z.array(seenArtifact),
  }),
})

export const exportArtifacts = endpoint({
  name: 'exportArtifacts',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/artifacts',
  access: 'reader',
  query: z.extend(z.omit(listArtifactSummaries.query, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const artifactTexts = {
  reportArtifact: {
    summary: 'Report an artifact',
    description:
      'Records an artifact by the SHA-256 of its content; a flow or trail that does not exist is created. Reporting the same artifact again on the same trail and under the same name updates it. The older form without `trail_name` records the artifact without a trail.',
  },
  getArtifact: {
    summary: 'Get an artifact by its fingerprint or a prefix of 5 to 63 characters',
    description:
      'Returns the newest report of the artifact in this flow, or that on the trail `trail`, with its state, where it runs, and its history: reports, overrides and their end included. A prefix that fits several artifacts is refused with 400.',
  },
  listArtifactsOfCommit: {
    summary: 'List the artifacts that a flow built from a commit, newest first',
    description:
      'Returns every artifact that was reported in this flow with that commit. `git_commit` may be the first characters of a hash, from 5 on; no match is 404. The list is not paged.',
  },
  getLatestCommit: {
    summary: "Commit of the flow's newest other artifact, on a branch if one is given",
    description:
      'Returns the commit of the newest artifact of the flow other than the one in the path, or null if there is none. It serves to find the changes since the last build, so the artifact itself need not be reported yet.',
  },
  listArtifacts: {
    summary: 'List artifacts of flows, archived ones too, or of a repository, newest first',
    description:
      'Returns an array without totals, 15 artifacts a page unless `per_page` says otherwise. Without a filter it lists the whole organization. An unknown flow or repository is 404.',
  },
  listArtifactSummaries: {
    summary: "List a flow's artifacts with their states, newest first",
    description:
      'Returns one page of reports of artifacts, each with its compliance status in this flow, because of which slot, and where it runs. A page has 25 unless `per_page` says otherwise. An unknown flow is 404, and so is one that `archived` leaves out.',
  },
  getArtifactDetail: {
    summary: 'Get an artifact with its slots: the newest report, unless artifact_id names another',
    description:
      'Returns the artifact with each slot of its template, filled or missing, and its other reports in the flow, the newest 50. An `artifact_id` that is not a report of this artifact is ignored.',
  },
  findArtifactsByName: {
    summary: 'Find artifacts by name, newest first: the newest report of each',
    description:
      'Returns up to 50 artifacts, the newest first; `has_more` says whether there are others. The name is compared in any case, from the beginning or from behind the registry; without a name it returns the newest artifacts.',
  },
  findArtifacts: {
    summary: 'Find the flows that know a fingerprint, or one that starts with 5 to 63 characters',
    description:
      'Returns the newest report of each matching artifact in each flow, 50 at most; `seen` holds those that were only seen running. `has_more` says whether there are others. A text that cannot be a fingerprint is 400.',
  },
  exportArtifacts: {
    summary: "Export all of a flow's artifacts that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each report of an artifact in the flow, newest first, with its status. The export is recorded in the audit log. An unknown flow is 404, and so is one that `archived` leaves out.',
  },
} satisfies EndpointTexts
