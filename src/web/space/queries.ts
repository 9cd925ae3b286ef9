import { endpointQuery } from '../api/endpoint-query.ts'

/** All spaces, in the order of their paths. */
export const spacesQuery = (org: string) => endpointQuery('listSpaces', { org })

/** A space with what is directly in it. */
export const spaceQuery = (org: string, space_id: string) =>
  endpointQuery('getSpace', { org, space_id })

const first = { page: 1, per_page: 50 }

/** The first flows, by name, whose name holds a text. */
export const flowsNamedQuery = (org: string, name: string) =>
  endpointQuery('listFlowSummaries', { org }, { name, ...first })

/** The first environments, by name, whose name holds a text. */
export const environmentsNamedQuery = (org: string, name: string) =>
  endpointQuery('listEnvironments', { org }, { name, ...first })
