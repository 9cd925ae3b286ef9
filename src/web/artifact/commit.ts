import type { ArtifactSummary } from '#contract/artifact/artifact.ts'
import type { GitCommitInfo } from '#contract/common/git.ts'

/** The commit of an artifact, from what was reported of it in two places. */
export function commitOf(
  artifact: Pick<ArtifactSummary, 'git_commit' | 'git_commit_info' | 'commit_url'>,
): GitCommitInfo {
  const { git_commit, git_commit_info: info, commit_url } = artifact
  return { ...info, sha1: info?.sha1 || git_commit, url: info?.url || commit_url }
}
