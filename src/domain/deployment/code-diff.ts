/** Paths of the page that compares two commits, by what a code host's address holds. */
const comparePaths: readonly [RegExp, (from: string, to: string) => string][] = [
  [/gitlab/, (from, to) => `/-/compare/${from}...${to}`],
  [/bitbucket/, (from, to) => `/branches/compare/${to}%0D${from}`],
  [
    /(dev\.azure\.com|visualstudio\.com)/,
    (from, to) => `/branchCompare?baseVersion=GC${from}&targetVersion=GC${to}`,
  ],
]
const likeGithub = (from: string, to: string) => `/compare/${from}...${to}`

/** Address of a repository: its own, else what stands before the commit in a commit's address. */
function repositoryOf(repoUrl: string, commitUrl: string): string {
  const own = repoUrl.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '')
  return own || (/^(.+?)(?:\/-)?\/commits?\/[a-f0-9]+\/?$/.exec(commitUrl)?.[1] ?? '')
}

/** What is known of a commit and where its code is kept; `""` for what is not. */
export interface CommitPlace {
  git_commit: string
  commit_url: string
  repo_url: string
}

/** Page of the code host that shows the changes between two commits; null where nobody can tell. */
export function codeDiffUrl(from: CommitPlace, to: CommitPlace): string | null {
  const repository = repositoryOf(to.repo_url, to.commit_url)
  const [, host] = /^https?:\/\/([^/\s]+)\/\S+$/.exec(repository) ?? []
  if (!host || from.git_commit === to.git_commit || from.git_commit === '') return null
  const [, path] = comparePaths.find(([known]) => known.test(host)) ?? []
  return repository + (path ?? likeGithub)(from.git_commit, to.git_commit)
}
