import * as z from 'zod/mini'
import { commitSha, maybe } from './common.ts'

/** `git_commit_info`, specification 2.3; fields that a client redacts arrive as `""`. */
export const gitCommitInfo = z.looseObject({
  sha1: z.union([z.literal(''), commitSha]),
  message: maybe(z.string()),
  author: maybe(z.string()),
  author_username: maybe(z.string()),
  branch: maybe(z.string()),
  timestamp: maybe(z.number()),
  url: maybe(z.string()),
  parents: maybe(z.array(z.string())),
})
export type GitCommitInfo = z.output<typeof gitCommitInfo>
