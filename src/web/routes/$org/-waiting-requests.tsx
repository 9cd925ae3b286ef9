import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allowanceRequestsQuery } from '#web/allow-list/queries.ts'
import { RequestLink, trailRequestsQuery } from '#web/override/request-marks.tsx'
import { Note } from '#web/ui/note.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { trailsBehind } from '#web/verdict/trails-behind.ts'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'

/** Requests that wait for somebody and would change what is explained: for overrides, or to allow. */
export function WaitingRequests(props: {
  org: string
  env: string
  /** Subject of the explanation, and its evidence. */
  artifacts: readonly ArtifactNode[]
}) {
  const { org, env, artifacts } = props
  const explained = artifacts.map(({ fingerprint }) => fingerprint)
  const allowances = useQuery(allowanceRequestsQuery(org, env)).data ?? []
  const request = allowances.filter((one) => explained.includes(one.artifact_fingerprint))
  const overrides = useQueries({
    queries: trailsBehind(artifacts).map(({ flow, trail }) => trailRequestsQuery(org, flow, trail)),
    combine: (results) => results.flatMap(({ data }) => data?.data ?? []),
  })
  if (request.length + overrides.length === 0) return null
  return (
    <Note>
      <ul aria-label="Requests that wait" className="grid gap-1">
        {overrides.map((request) => (
          <li key={request.override_id}>
            <b className="font-medium">{request.attestation_name}</b> of {request.trail_name}:{' '}
            <RequestLink org={org} request={request} />
          </li>
        ))}
        {request.map((request) => (
          <li key={request.proposal_id}>
            <b className="font-medium wrap-anywhere">{request.artifact_name}</b>:{' '}
            <Link
              to="/$org/environments/$env/allow-list"
              params={{ org, env }}
              className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-3 max-md:py-3"
            >
              Allow-list entry requested by {request.requested_by},{' '}
              <TimeAgo at={request.requested_at} suffix />
            </Link>
          </li>
        ))}
      </ul>
    </Note>
  )
}
