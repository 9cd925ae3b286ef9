import { useQuery } from '@tanstack/react-query'
import { SafeLink } from '../ui/safe-link.tsx'
import { numberOf, titleOf } from './pull-request-summary.ts'
import { attestationQuery } from './queries.ts'
import { clipped } from './text.ts'

const max = 3

/** The first pull requests that an attestation of that type names, each a part of a line of facts. */
export function PullRequestLinks(props: { org: string; attestationId: string }) {
  const { data } = useQuery(attestationQuery(props.org, props.attestationId))
  if (!data || data.is_override || data.attestation_type !== 'pull_request') return null
  return (data.pull_requests ?? []).slice(0, max).map((pull, index) => (
    <span key={index}>
      <span className="shrink-0">Pull request</span>
      <SafeLink href={pull.url}>{numberOf(pull) ?? clipped(titleOf(pull), 60)}</SafeLink>
    </span>
  ))
}
