import * as z from 'zod/mini'
import { maybe, tags, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { linkedPage, paging, sortDirection } from '#contract/common/pagination.ts'

/** A repository that reports refer to; `repo_id` is the provider's id. */
export const repo = z.object({
  id: z.string(),
  repo_id: z.string(),
  name: z.string(),
  url: z.string(),
  /** `""` where no report named one. */
  provider: z.string(),
  description: z.string(),
  tags,
  created_at: timestamp,
  last_modified_at: timestamp,
})
export type Repo = z.output<typeof repo>

export const listRepos = endpoint({
  name: 'listRepos',
  method: 'GET',
  path: '/repos/{org}',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    name: maybe(z.array(z.string())),
    search: maybe(z.string()),
    provider: maybe(z.array(z.string())),
    repo_id: maybe(z.array(z.string())),
    /** A key, or `key:value`; all must match. */
    tag: maybe(z.array(z.string())),
    sort_direction: sortDirection,
  }),
  response: linkedPage('repos', repo),
})

export const getRepo = endpoint({
  name: 'getRepo',
  method: 'GET',
  path: '/repos/{org}/{+repo_name}',
  access: 'reader',
  query: z.object({ provider: maybe(z.string()), id: maybe(z.string()) }),
  response: repo,
})

/** Texts of these endpoints in the API reference. */
export const repoTexts = {
  listRepos: {
    summary: 'List repositories by name',
    description:
      'Repositories are recorded from the `repo_info` of reports. A page has 15 unless `per_page` says otherwise; `name` compares exactly, `search` looks for a part of the name, and `repo_id` is the id at the code host.',
  },
  getRepo: {
    summary: 'Get a repository by its name, or by its internal id where `id` is given',
    description:
      'The name may contain slashes as they are. With `id` the last part of the path is ignored and the repository of that internal id is returned. Several repositories of one name are refused with 400 unless `provider` chooses one.',
  },
} satisfies EndpointTexts
