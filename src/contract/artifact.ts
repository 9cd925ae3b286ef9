import * as z from 'zod/mini'
import {
  annotations,
  artifactName,
  commitSha,
  externalUrls,
  fingerprint,
  flowName,
  gitCommitInfo,
  maybe,
  ok,
  repoInfo,
  resourceName,
  timestamp,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { paging } from './page.ts'
import { trailState } from './trail-state.ts'

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

const runningIn = z.array(z.object({ environment_name: z.string(), snapshot_index: z.int() }))

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
