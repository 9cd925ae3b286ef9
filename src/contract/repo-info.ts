import * as z from 'zod/mini'
import { maybe, webUrl } from './common.ts'

/** Repository providers: the specification's four, and what clients send besides (wire.md 5). */
export const repoProviders = [
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
  name: maybe(z.string()),
  url: maybe(z.union([z.literal(''), webUrl])),
  id: maybe(z.string()),
  description: maybe(z.string()),
  provider: maybe(z.enum(repoProviders)),
  namespace_path: maybe(z.array(z.string())),
  additional_info: maybe(z.record(z.string(), z.unknown())),
})
export type RepoInfo = z.output<typeof repoInfo>
