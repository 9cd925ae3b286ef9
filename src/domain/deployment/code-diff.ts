/** Paths of pages that compare two commits, by pattern of the code host. */
const comparePaths: readonly [RegExp, (from: string, to: string) => string][] = [
  [/gitlab/, (from, to) => `/-/compare/${from}...${to}`],
  [/bitbucket/, (from, to) => `/branches/compare/${to}%0D${from}`],
  [
    /(dev\.azure\.com|visualstudio\.com)/,
    (from, to) => `/branchCompare?baseVersion=GC${from}&targetVersion=GC${to}`,
  ],
]
const likeGithub = (from: string, to: string) => `/compare/${from}...${to}`

/** Returns the URL of a repository: its own, else that of a commit without its last part. */
function repositoryOf(repoUrl: string, commitUrl: string): string {
  const own = repoUrl.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '')
  return own || (/^(.+?)(?:\/-)?\/commits?\/[a-f0-9]+\/?$/.exec(commitUrl)?.[1] ?? '')
}

/** A commit and its repository; `""` for unknown fields. */
interface RepoCommit {
  git_commit: string
  commit_url: string
  repo_url: string
}

/** Returns the URL of the code host's page with the changes between two commits; null if unknown. */
export function codeDiffUrl(from: RepoCommit, to: RepoCommit): string | null {
  const repository = repositoryOf(to.repo_url, to.commit_url)
  const [, host] = /^https?:\/\/([^/\s]+)\/\S+$/.exec(repository) ?? []
  if (!host || from.git_commit === to.git_commit || from.git_commit === '') return null
  const [, path] = comparePaths.find(([known]) => known.test(host)) ?? []
  return repository + (path ?? likeGithub)(from.git_commit, to.git_commit)
}
