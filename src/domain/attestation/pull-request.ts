import type { PullRequest } from '#contract/attestation/types/pull-request.ts'
import { counted } from '#domain/common/counted.ts'

/** Returns "#947" for a pull request whose address ends in a number; null otherwise. */
export function pullNumber({ url }: Pick<PullRequest, 'url'>): string | null {
  const number = /^https?:\/\/[^?#]*\/(\d+)\/?(?:[?#]|$)/.exec(url)?.[1]
  return number ? `#${number}` : null
}

/** Lists pull requests with the number of people who approved them: "#947, approved by 2". */
export function pullsSummary(pulls: readonly PullRequest[]): string {
  const [first] = pulls
  if (!first) return 'no pull request'
  if (pulls.length === 1) {
    return `${pullNumber(first) ?? '1 pull request'}, ${approvalText(first)}`
  }
  const without = pulls.filter((pull) => approversOf(pull).length === 0).length
  const approval = without === 0 ? 'all approved' : `${without} not approved`
  return `${counted(pulls.length, 'pull request')}, ${approval}`
}

function approvalText(pull: PullRequest): string {
  const approvers = approversOf(pull)
  if (approvers.length === 0) return 'not approved'
  if (approvers.every((name) => name === pull.author)) return 'approved by its author alone'
  return `approved by ${approvers.length}`
}

/** Who approved, each once; a record that says another state than approved is no approval. */
function approversOf({ approvers }: PullRequest): string[] {
  const names = approvers.flatMap((approver) => {
    if (typeof approver === 'string') return [approver]
    const { state, username } = approver
    return !state || state.toLowerCase() === 'approved' ? [username] : []
  })
  return [...new Set(names)]
}
