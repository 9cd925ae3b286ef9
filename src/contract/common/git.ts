import * as z from 'zod/mini'
import {
  commitSha,
  label,
  longName,
  maybe,
  messageText,
  record,
  text,
  urlText,
  webUrl,
} from './fields.ts'

/** `git_commit_info`, specification 2.3; fields that a client redacts arrive as `""`. */
export const gitCommitInfo = z.looseObject({
  sha1: maybe(z.union([z.literal(''), commitSha])),
  message: maybe(messageText),
  author: maybe(longName),
  author_username: maybe(longName),
  branch: maybe(longName),
  timestamp: maybe(z.number()),
  url: maybe(urlText),
  parents: maybe(z.array(label).check(z.maxLength(1000))),
})
export type GitCommitInfo = z.output<typeof gitCommitInfo>

/** Repository providers: the specification's four, and others that clients send. */
const repoProviders = [
  'github',
  'gitlab',
  'bitbucket',
  'azure-devops',
  'bitbucket_cloud',
  'bitbucket_dc',
  'azure_devops_services',
  'azure_devops_server',
  'git',
  'subversion',
  'circleci',
] as const

/** `repo_info`, specification 2.4; further fields are kept. */
export const repoInfo = z.looseObject({
  name: maybe(longName),
  url: maybe(z.union([z.literal(''), webUrl])),
  id: maybe(longName),
  description: maybe(text),
  provider: maybe(z.enum(repoProviders)),
  namespace_path: maybe(z.array(longName).check(z.maxLength(100))),
  additional_info: maybe(record(text, z.unknown())),
})
export type RepoInfo = z.output<typeof repoInfo>
