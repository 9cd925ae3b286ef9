import { type ArchivedTwins, archivedTwins } from './archived.ts'
import { cairnEndpoints } from './cairn-endpoints.ts'
import { wireEndpoints } from './wire-endpoints.ts'

/** Every endpoint that is written down. The key names it everywhere. */
export const own = { ...wireEndpoints, ...cairnEndpoints } as const
export type OwnEndpoints = typeof own

/** Table of contents: every endpoint, and the archive's twins of those that read flows. */
export const endpoints: OwnEndpoints & ArchivedTwins<OwnEndpoints> = {
  ...own,
  ...archivedTwins(own),
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
