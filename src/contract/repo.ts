import * as z from 'zod/mini'
import { maybe, tags, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { linkedPage, paging, sortDirection } from './page.ts'

/** A repository that reports spoke of (wire.md 18.2); `repo_id` is the provider's own id for it. */
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
  method: 'GET',
  path: '/repos/{org}',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    name: maybe(z.string()),
    search: maybe(z.string()),
    provider: maybe(z.string()),
    repo_id: maybe(z.string()),
    /** A key, or `key:value`; all must match. */
    tag: maybe(z.array(z.string())),
    sort_direction: sortDirection,
  }),
  response: linkedPage('repos', repo),
  status: [200],
  summary: 'List repositories by name',
  decided: 'wire.md 18.2',
})

export const getRepo = endpoint({
  method: 'GET',
  path: '/repos/{org}/{+repo_name}',
  access: 'reader',
  query: z.object({ provider: maybe(z.string()), id: maybe(z.string()) }),
  response: repo,
  status: [200],
  summary: 'Get a repository by its name, or by its internal id where `id` is given',
  decided: 'wire.md 18.2',
})
