import type { RepoInfo } from '#contract/common/git.ts'
import type { EventRepo } from '#contract/trail/trail-event.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { notFound } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { type RepoOfReport, type RepoRow, findRepo, listReposNamed, saveRepo } from './queries.ts'

/** Returns the repository of a report; null unless it has id, name and url. */
export function repoOfReport(info: RepoInfo | null | undefined): RepoOfReport | null {
  if (!info?.id || !info.name || !info.url) return null
  const { id: external_id, name, url, provider, description } = info
  return { provider: provider ?? '', external_id, name, url, description: description ?? null }
}

/**
 * Records the repository of a report; null unless the report has id, name and url. Called after the
 * flow and before the trail is locked; an unchanged one is not written to, so that its reports do
 * not wait for each other.
 */
export async function recordRepo(
  write: UnitOfWork,
  info: RepoInfo | null | undefined,
): Promise<RepoRow | null> {
  const { org, at } = write
  const given = repoOfReport(info)
  if (!given) return null
  const { provider, external_id, name, url } = given
  const known = await findRepo(org, provider, external_id)
  const reported = { name, url, description: given.description ?? known?.description ?? '' }
  if (known && isSame(known, reported)) return known
  const identity = { provider, external_id }
  const repo = await saveRepo(org, { id: write.newId(), at, ...identity, ...reported })
  await appendAuditEntry(write, {
    kind: 'repo_reported',
    subject: { repo_id: repo.id },
    body: { id: repo.id, ...identity, ...reported },
  })
  return repo
}

const isSame = (known: RepoRow, reported: Pick<RepoRow, 'name' | 'url' | 'description'>) =>
  known.name === reported.name &&
  known.url === reported.url &&
  known.description === reported.description

/** Serializes a repository for events. */
export function eventRepo(repo: RepoRow | null | undefined): EventRepo | null {
  if (!repo) return null
  const { id, external_id, tags: _, ...rest } = repo
  return { inner_id: id, repo_id: external_id, ...rest }
}

/** Finds the ids of the repositories of a name. @throws Problem 404 when there is none */
export async function reposOfName({ org }: OrgScope, name: string): Promise<string[]> {
  const repos = await listReposNamed(org, name, null)
  if (repos.length === 0) throw notFound(`Repo '${name}' not found`)
  return repos.map((repo) => repo.id)
}
