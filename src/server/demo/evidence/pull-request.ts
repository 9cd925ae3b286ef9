import type { PullRequest } from '#contract/attestation/types/pull-request.ts'
import { addresses, repositories } from '#server/demo/company.ts'
import type { Evidence, ReportContext } from './report-context.ts'

/** The pull request of a change, or none after a push to the branch itself. */
export function pullRequest({ flow, change, isFailing, random }: ReportContext): Evidence {
  const repository = repositories[flow.repository]
  if (isFailing) return { fields: { git_provider: repository.provider, pull_requests: [] } }
  const url = addresses(repository)
  const opened = change.at - random.between(2, 40) * 3600
  const approvedAt = change.at - random.between(5, 60) * 60
  const commits = Array.from({ length: random.between(1, 3) }, (_, index) => {
    const sha1 = random.hex(40)
    return {
      sha1,
      message:
        index === 0 ? change.title : random.pick(['Address the review', 'Add a test', 'Fix lint']),
      author: `${change.author.name} <${change.author.username}@northgate.example>`,
      author_username: change.author.username,
      timestamp: opened + index * 2400,
      branch: change.branch,
      url: url.commit(sha1),
    }
  })
  const request: PullRequest = {
    merge_commit: change.sha,
    url: url.change(change.number),
    state: 'MERGED',
    approvers: change.approvers.map((username) => ({
      username,
      state: 'APPROVED',
      timestamp: approvedAt,
    })),
    author: change.author.username,
    created_at: opened,
    merged_at: change.at,
    title: `${change.issue}: ${change.title}`,
    head_ref: change.branch,
    base_ref: 'main',
    commits,
  }
  return { fields: { git_provider: repository.provider, pull_requests: [request] } }
}
