import * as z from 'zod/mini'
import { listOrNull, maybe, messageText, text, urlText } from '#contract/common/fields.ts'

const approver = z.union([
  z.object({ username: text, state: maybe(text), timestamp: maybe(z.number()) }),
  text,
])

const commit = z.object({
  sha1: text,
  message: messageText,
  author: text,
  author_username: maybe(text),
  timestamp: z.number(),
  branch: text,
  url: maybe(urlText),
  verified: maybe(z.boolean()),
  signature_state: maybe(text),
})

const pullRequestInfo = z.object({
  merge_commit: text,
  url: urlText,
  state: text,
  approvers: listOrNull(approver),
  author: text,
  created_at: maybe(z.number()),
  merged_at: maybe(z.number()),
  title: maybe(text),
  head_ref: maybe(text),
  base_ref: maybe(text),
  commits: listOrNull(commit),
})

/** A pull request in responses: empty lists that arrived as `null` are lists. */
const readPullRequest = z.extend(pullRequestInfo, {
  approvers: z.array(approver),
  commits: z.array(commit),
})
export type PullRequest = z.output<typeof readPullRequest>

const git_provider = z.enum(['github', 'gitlab', 'bitbucket', 'azure'])

/** Pull requests that introduced a commit. */
export const pullRequest = {
  payload: { git_provider, pull_requests: listOrNull(pullRequestInfo) },
  data: { git_provider, pull_requests: listOrNull(readPullRequest) },
} as const
