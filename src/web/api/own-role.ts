import { getRouteApi } from '@tanstack/react-router'
import type { Role } from '#contract/common/endpoint.ts'

const frame = getRouteApi('/$org')

/** The role that the person signed in has in the organization; undefined without one. */
export function useOwnRole(): Role | undefined {
  const { org } = frame.useParams()
  const { session } = frame.useRouteContext()
  return session.organizations.find(({ name }) => name === org)?.role
}
