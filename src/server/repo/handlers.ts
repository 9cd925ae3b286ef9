import type { Repo } from '#contract/repo/repo.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { linkedPage } from '#server/request/pagination.ts'
import { notFound, Problem } from '#server/platform/problem.ts'
import { countRepos, listRepoRows, listReposNamed, repoOfId, type RepoRow } from './queries.ts'

const item = ({ external_id, org_id: _, ...row }: RepoRow): Repo => ({
  ...row,
  repo_id: external_id,
})

/** Finds the repository of a name; the oldest of several, filtered by provider if given. */
async function repoNamed({ org }: OrgContext, name: string, provider: string | null) {
  const found = await listReposNamed(org, name, provider)
  const [oldest] = found
  if (!oldest) throw notFound(`Repo '${name}' not found`)
  if (found.length > 1 && provider === null) {
    const providers = [...new Set(found.map((repo) => repo.provider))].filter(Boolean).sort()
    const choice =
      providers.length > 0
        ? `(${providers.join(', ')}). Specify the 'provider' to choose one.`
        : "without a provider. Specify the 'id' to choose one."
    throw new Problem(400, `Multiple repos named '${name}' exist ${choice}`, { code: 'ambiguous' })
  }
  return oldest
}

export const repoHandlers = {
  async listRepos({ org, links }, { query, url }) {
    const [rows, total] = await Promise.all([
      listRepoRows(org, query, query),
      countRepos(org, query),
    ])
    return { repos: rows.map(item), ...linkedPage(links, url, total, query) }
  },

  async getRepo(context, { params, query }) {
    const { id } = query
    if (id == null) return item(await repoNamed(context, params.repo_name, query.provider ?? null))
    const repo = await repoOfId(context.org, id)
    if (!repo) throw notFound(`Repo '${id}' not found`)
    return item(repo)
  },
} satisfies Partial<Handlers>
