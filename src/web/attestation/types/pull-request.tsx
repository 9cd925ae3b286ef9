import { useQuery } from '@tanstack/react-query'
import type { PullRequest } from '#contract/attestation/types/pull-request.ts'
import { pullNumber } from '#domain/attestation/pull-request.ts'
import { attestationQuery } from '#web/attestation/queries.ts'
import { clipped, sentenceCase } from '#web/attestation/text.ts'
import { SafeLink } from '#web/ui/safe-link.tsx'

export type Commit = PullRequest['commits'][number]

/** Names of the services that host pull requests. */
export const providers = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  azure: 'Azure DevOps',
}

/** Its title; without one the tail of its address, as in "pull/947". */
export function titleOf({ title, url }: PullRequest): string {
  const tail = URL.parse(url)?.pathname.split('/').filter(Boolean).slice(-2).join('/')
  return clipped(title?.trim() || tail || url || 'Untitled')
}

/** Who approved it, in which words and when, as far as that was recorded. */
interface Approval {
  name: string
  state: string | null
  at: number | null
}

/** Approvals, whether they came as names or as records. */
export function approvalsOf({ approvers }: PullRequest): Approval[] {
  return approvers.map((approver) => {
    if (typeof approver === 'string') return { name: clipped(approver, 120), state: null, at: null }
    const { username, state, timestamp } = approver
    return {
      name: clipped(username, 120),
      state: state ? sentenceCase(state) : null,
      at: timestamp ?? null,
    }
  })
}

/** Head and base branch, as far as they are known; null when neither is. */
export function branchesOf({ head_ref, base_ref }: PullRequest): string | null {
  if (!head_ref && !base_ref) return null
  return `${clipped(head_ref || 'not recorded', 120)} → ${clipped(base_ref || 'not recorded', 120)}`
}

/** Whether the provider vouches for a commit's signature, in words. */
export function signatureOf({ verified, signature_state }: Commit): string {
  const state = signature_state ? sentenceCase(signature_state) : null
  if (typeof verified !== 'boolean') return state ?? 'signature not recorded'
  if (verified) return 'verified'
  return state ? `not verified (${state})` : 'not verified'
}

/** First line of a commit message. */
export function subjectOf({ message }: Commit): string {
  return clipped(message.trim().split('\n', 1)[0] ?? '', 200)
}

const max = 3

/** The first pull requests that an attestation of that type names, each a part of a line of facts. */
export function PullRequestLinks(props: { org: string; attestationId: string }) {
  const { data } = useQuery(attestationQuery(props.org, props.attestationId))
  if (!data || data.is_override || data.attestation_type !== 'pull_request') return null
  return (data.pull_requests ?? []).slice(0, max).map((pull, index) => (
    <span key={index}>
      <span className="shrink-0">Pull request</span>
      <SafeLink href={pull.url}>{pullNumber(pull) ?? clipped(titleOf(pull), 60)}</SafeLink>
    </span>
  ))
}
