import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RegisteredOverride, listOverrides } from '#contract/override/override.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { Tag } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

/** Requests for overrides on a trail that wait for a decision, newest first; at most 100. */
export const trailRequestsQuery = (org: string, flow_name: string, trail_name: string) =>
  endpointQuery(
    listOverrides,
    { org },
    { flow_name, trail_name, state: ['requested'], per_page: 100 },
  )

/** The requests that wait on a trail, as far as they are loaded; none without a trail. */
export function useTrailRequests(org: string, flow: string, trail: string | null) {
  const query = trailRequestsQuery(org, flow, trail ?? '')
  return useQuery({ ...query, enabled: trail !== null }).data?.data ?? []
}

/** Subject of a request: evidence by name, of an artifact or of its trail. */
interface EvidenceSubject {
  name: string
  fingerprint: string | null
  /** Names of the artifact, or of those to come; none for the trail itself. */
  artifacts: readonly string[]
}

/** Whether a request is about the evidence of a subject. */
export function isAboutSubject(
  request: Pick<
    RegisteredOverride,
    'attestation_name' | 'artifact_fingerprint' | 'target_artifacts'
  >,
  { name, fingerprint, artifacts }: EvidenceSubject,
): boolean {
  const { artifact_fingerprint, target_artifacts } = request
  if (request.attestation_name !== name) return false
  if (artifact_fingerprint !== null) return artifact_fingerprint === fingerprint
  if (target_artifacts.length > 0) return target_artifacts.some((one) => artifacts.includes(one))
  return fingerprint === null && artifacts.length === 0
}

/** "Override requested by robin, 1 min ago", which leads to the request. */
export function RequestLink(props: { org: string; request: RegisteredOverride }) {
  const { org, request } = props
  return (
    <Link
      to="/$org/overrides/$override"
      params={{ org, override: request.override_id }}
      className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-3 max-md:py-3"
    >
      Override requested by {request.created_by}, <TimeAgo at={request.created_at} suffix />
    </Link>
  )
}

/** In a row, beside what the evidence found: somebody asked to override it. */
export const RequestMark = (props: { org: string; request: RegisteredOverride }) => (
  <Link
    to="/$org/overrides/$override"
    params={{ org: props.org, override: props.request.override_id }}
    title={`by ${props.request.created_by}`}
    className="flex shrink-0 text-text no-underline hover:underline max-md:-my-3 max-md:py-3"
  >
    <Tag>override asked</Tag>
  </Link>
)
