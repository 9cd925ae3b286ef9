import { sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { listRepos } from '#contract/repo/repo.ts'
import { matchesTag } from '#server/database/conditions.ts'
import { isOneOf, offsetPage, type PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

export type RepoRow = NonNullable<Awaited<ReturnType<typeof findRepo>>>

/** A repository as reported. */
interface ReportedRepo {
  provider: string
  external_id: string
  name: string
  url: string
  description: string
}

/** A repository of a report; a description that the report leaves out stays. */
export type RepoOfReport = Omit<ReportedRepo, 'description'> & { description: string | null }

const repos = (org: OrgDatabase) => org.selectFrom('repo').selectAll('repo')

/** Finds a repository by its internal id. */
export function repoOfId(org: OrgDatabase, id: string) {
  return repos(org).where('repo.id', '=', id).executeTakeFirst()
}

/** Finds a repository by its internal id and locks it. */
export function lockRepo(org: OrgDatabase, id: string) {
  return repos(org).where('repo.id', '=', id).forUpdate().executeTakeFirst()
}

/** Finds a repository by its provider and external id. */
export function findRepo(org: OrgDatabase, provider: string, externalId: string) {
  return repos(org)
    .where('repo.provider', '=', provider)
    .where('repo.external_id', '=', externalId)
    .executeTakeFirst()
}

/** Creates a repository, or gives it the name, address and description of the newest report. */
export function saveRepo(
  org: OrgDatabase,
  { id, at, ...reported }: ReportedRepo & { id: string; at: number },
) {
  const { name, url, description } = reported
  return org
    .insertInto('repo', { id, ...reported, created_at: at, last_modified_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'provider', 'external_id'])
        .doUpdateSet({ name, url, description, last_modified_at: at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Replaces the tags of a repository; called with the repository locked. */
export async function setRepoTags(
  org: OrgDatabase,
  id: string,
  tags: Record<string, string>,
  at: number,
): Promise<void> {
  await org
    .updateTable('repo')
    .set({ tags: JSON.stringify(tags), last_modified_at: at })
    .where('repo.id', '=', id)
    .execute()
}

type Filters = Partial<Omit<QueryOf<typeof listRepos>, 'page' | 'per_page'>>

function reposMatching(org: OrgDatabase, filters: Filters) {
  let query = org.selectFrom('repo')
  if (filters.name?.length) query = query.where(isOneOf('repo.name', filters.name))
  if (filters.provider?.length) query = query.where(isOneOf('repo.provider', filters.provider))
  if (filters.repo_id?.length) query = query.where(isOneOf('repo.external_id', filters.repo_id))
  if (filters.search) {
    query = query.where(
      sql<boolean>`strpos(lower(repo.name collate "default"), lower(${filters.search})) > 0`,
    )
  }
  for (const tag of filters.tag ?? []) query = query.where(matchesTag('repo.tags', tag))
  return query
}

/** One page of matching repositories, by name. */
export function listRepoRows(org: OrgDatabase, filters: Filters, page: PageOf) {
  const rows = reposMatching(org, filters)
    .selectAll('repo')
    .orderBy('repo.name', filters.sort_direction ?? 'asc')
    .orderBy('repo.id')
  return offsetPage(rows, page).execute()
}

/** Counts matching repositories. */
export async function countRepos(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await reposMatching(org, filters)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** All repositories of a name, the oldest first. */
export function listReposNamed(org: OrgDatabase, name: string, provider: string | null) {
  const query = repos(org)
    .where('repo.name', '=', name)
    .orderBy('repo.created_at')
    .orderBy('repo.id')
  return (provider === null ? query : query.where('repo.provider', '=', provider)).execute()
}
