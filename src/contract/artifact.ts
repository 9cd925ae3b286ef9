import * as z from 'zod/mini'
import { runningIn, seenArtifact } from './artifact-run.ts'
import { annotations, externalUrls } from './annotations.ts'
import { gitCommitInfo } from './commit-info.ts'
import {
  artifactName,
  commitSha,
  fingerprint,
  flowName,
  maybe,
  ok,
  resourceName,
  timestamp,
} from './common.ts'
import { repoInfo } from './repo-info.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './page.ts'
import { artifactListQuery } from './trail-list.ts'
import { attestationStatus, trailState } from './trail-state.ts'

/** An artifact report, new form and legacy form in one (wire.md 10). */
export const artifactPayload = z.object({
  fingerprint,
  filename: z.string().check(z.minLength(1)),
  git_commit: commitSha,
  git_commit_info: maybe(gitCommitInfo),
  repo_info: maybe(repoInfo),
  build_url: z.string(),
  commit_url: z.string(),
  repo_url: maybe(z.string()),
  template_reference_name: maybe(artifactName),
  trail_name: maybe(resourceName),
  external_urls: maybe(externalUrls),
  annotations: maybe(annotations),
  commits_list: maybe(z.array(gitCommitInfo)),
})
export type ArtifactPayload = z.output<typeof artifactPayload>

/** An artifact as one flow knows it (wire.md 10). */
export const artifact = z.object({
  artifact_id: z.string(),
  filename: z.string(),
  fingerprint: z.string(),
  flow_name: z.string(),
  trail_name: z.nullable(z.string()),
  template_reference_name: z.nullable(z.string()),
  git_commit: z.string(),
  git_commit_info: z.nullable(gitCommitInfo),
  commit_url: z.string(),
  build_url: z.string(),
  html_url: z.string(),
  state: trailState,
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
  method: 'POST',
  path: '/artifacts/{org}/{flow_name}',
  access: 'member',
  params: z.object({ flow_name: flowName }),
  body: { kind: 'json', schema: artifactPayload },
  response: ok,
  status: [201],
  summary: 'Report an artifact',
  decided: 'wire.md 10',
})

export const getArtifact = endpoint({
  method: 'GET',
  path: '/artifacts/{org}/{flow_name}/fingerprint/{fingerprint}',
  access: 'reader',
  query: z.object({ trail: maybe(z.string()) }),
  response: artifact,
  status: [200],
  summary: 'Get an artifact by its fingerprint or a prefix of 5 to 63 characters',
  decided: 'wire.md 10',
})

export const listArtifactsOfCommit = endpoint({
  method: 'GET',
  path: '/artifacts/{org}/{flow_name}/commit_sha/{git_commit}',
  access: 'reader',
  query: z.object({ trail: maybe(z.string()) }),
  response: z.array(artifact),
  status: [200],
  summary: 'List the artifacts that a flow built from a commit, newest first',
  decided: 'wire.md 10',
})

export const getLatestCommit = endpoint({
  method: 'GET',
  path: '/artifacts/{org}/{flow_name}/{fingerprint}/latest_commit',
  access: 'reader',
  query: z.object({ branch: maybe(z.string()) }),
  response: z.object({ latest_commit: z.nullable(z.string()) }),
  status: [200],
  summary: "Commit of the flow's newest other artifact, on a branch if one is given",
  decided: 'wire.md 10',
})

export const listArtifacts = endpoint({
  method: 'GET',
  path: '/artifacts/{org}',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    flow_name: maybe(z.string()),
    repo_name: maybe(z.string()),
  }),
  response: z.array(artifact),
  status: [200],
  summary: 'List artifacts of a flow or a repository, newest first',
  decided: 'wire.md 10',
})

/** A row of a flow's artifacts tab (product.md 3.3). */
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
  created_at: true,
})
export type ArtifactSummary = z.output<typeof artifactSummary>

export const listArtifactSummaries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/artifacts',
  access: 'reader',
  query: artifactListQuery,
  response: paged(artifactSummary),
  status: [200],
  summary: "List a flow's artifacts with their states, newest first",
  decided: 'product.md 3.3',
})

/** One piece of evidence that counts for an artifact, or its absence (product.md 3.6). */
export const artifactSlot = z.extend(attestationStatus, {
  /** what it is about: the artifact itself, or its whole trail */
  scope: z.enum(['artifact', 'trail']),
  created_at: z.nullable(timestamp),
  reported_by: z.nullable(z.string()),
})
export type ArtifactSlot = z.output<typeof artifactSlot>

/** An artifact with everything that decides its state (product.md 3.6). */
export const artifactDetail = z.object({
  artifact,
  slots: z.array(artifactSlot),
  /** the newest reports of the same fingerprint in the flow, this one among them or not */
  reports: z.array(artifactSummary),
  has_more_reports: z.boolean(),
})
export type ArtifactDetail = z.output<typeof artifactDetail>

export const getArtifactDetail = endpoint({
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/artifacts/{fingerprint}',
  access: 'reader',
  query: z.object({ artifact_id: maybe(z.string()) }),
  response: artifactDetail,
  status: [200],
  summary: 'Get an artifact with its slots: the newest report, unless artifact_id names another',
  decided: 'product.md 3.6',
})

export const findArtifactsByName = endpoint({
  method: 'GET',
  path: '/cairn/{org}/artifacts',
  access: 'reader',
  query: z.object({
    /** any case: how the name begins behind its registry; of new artifacts also any part of it */
    name: maybe(z.string().check(z.maxLength(255))),
  }),
  response: z.object({ data: z.array(artifactSummary), has_more: z.boolean() }),
  status: [200],
  summary: 'Find artifacts by name, newest first: the newest report of each',
  decided: 'product.md 3.19',
})

export const findArtifacts = endpoint({
  method: 'GET',
  path: '/cairn/{org}/artifacts/{fingerprint}',
  access: 'reader',
  response: z.object({
    data: z.array(artifactSummary),
    has_more: z.boolean(),
    /** Those that match too, but were only seen running. */
    seen: z.array(seenArtifact),
  }),
  status: [200],
  summary: 'Find the flows that know a fingerprint, or one that starts with 5 to 63 characters',
  decided: 'product.md 3.6',
})
