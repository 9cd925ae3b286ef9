import { type ArchivedTwins, archivedTwins } from './common/archived.ts'
import { dashboardEndpoints as cairnEndpoints } from './dashboard-endpoints.ts'
import { publicEndpoints as wireEndpoints } from './public-endpoints.ts'

/** Every endpoint that is written down. The key names it everywhere. */
export const declaredEndpoints = { ...wireEndpoints, ...cairnEndpoints } as const
export type DeclaredEndpoints = typeof declaredEndpoints

/** Table of contents: every endpoint, and the archive's twins of those that read flows. */
export const endpoints: DeclaredEndpoints & ArchivedTwins<DeclaredEndpoints> = {
  ...declaredEndpoints,
  ...archivedTwins(declaredEndpoints),
}

/** The endpoints that the API specification declares: for reporters, scripts and other clients. */
export const publicEndpoints = wireEndpoints

/** Those that only the dashboard calls, below `/cairn`, the archive's twins among them. */
export const dashboardEndpoints = {
  ...cairnEndpoints,
  ...archivedTwins(declaredEndpoints),
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
