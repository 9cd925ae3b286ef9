import * as z from 'zod/mini'
import { maybe } from '../common.ts'

const approver = z.union([
  z.object({ username: z.string(), state: maybe(z.string()), timestamp: maybe(z.number()) }),
  z.string(),
])

const commit = z.object({
  sha1: z.string(),
  message: z.string(),
  author: z.string(),
  author_username: maybe(z.string()),
  timestamp: z.number(),
  branch: z.string(),
  url: maybe(z.string()),
  verified: maybe(z.boolean()),
  signature_state: maybe(z.string()),
})

const pullRequestInfo = z.object({
  merge_commit: z.string(),
  url: z.string(),
  state: z.string(),
  approvers: z.array(approver),
  author: z.string(),
  created_at: maybe(z.number()),
  merged_at: maybe(z.number()),
  title: maybe(z.string()),
  head_ref: maybe(z.string()),
  base_ref: maybe(z.string()),
  commits: z.array(commit),
})
export type PullRequest = z.output<typeof pullRequestInfo>

const fields = {
  git_provider: z.enum(['github', 'gitlab', 'bitbucket', 'azure']),
  pull_requests: z.nullable(z.array(pullRequestInfo)),
}

/** Pull requests that a commit came in by (wire.md 11.1). */
export const pullRequest = { payload: fields, data: fields } as const
