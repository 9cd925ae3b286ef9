import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { timestamp } from '#contract/common/fields.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'

/** Build of a service that runs in an environment: the newest there. */
const runningService = z.object({
  environment_name: z.string(),
  artifact_name: z.string(),
  fingerprint: z.string(),
  git_commit: z.string(),
  started_at: timestamp,
  /** Null is unknown. */
  compliant: z.nullable(z.boolean()),
  qualifiers,
  /** Other commits that were built since, up to the newest build that runs in any of the environments. */
  commits_behind: z.int(),
})
export type RunningService = z.output<typeof runningService>

/** Service: all that a flow builds under one name, wherever it runs. */
const service = z.object({
  flow_name: z.string(),
  /** Its name in the flow's template, else that of its artifacts without their versions. */
  name: z.string(),
  /** By name of the environment; those in which it does not run are left out. */
  running: z.array(runningService),
})
export type Service = z.output<typeof service>

export const listServices = endpoint({
  name: 'listServices',
  method: 'GET',
  path: '/cairn/{org}/services',
  access: 'reader',
  query: z.object({ environment: z.array(z.string()).check(z.minLength(1), z.maxLength(50)) }),
  response: z.object({ services: z.array(service) }),
})

/** Texts of these endpoints in the API reference. */
export const serviceTexts = {
  listServices: {
    summary: 'List the services that run in environments, and how far each is behind',
    description:
      'Returns, for each name that a flow builds under, the newest build that runs in each of the environments by their last reports, and how many commits were built after it, up to the newest one that runs in any of them. What no flow holds is left out. An unknown environment is 404.',
  },
} satisfies EndpointTexts
