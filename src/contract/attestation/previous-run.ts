import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { attestation } from './attestation.ts'

/** Maximum number of trails to search for an earlier run. */
export const previousRunMaxAge = 50

export const findPreviousRun = endpoint({
  name: 'findPreviousRun',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/trails/{trail_name}/attestations/{attestation_id}/previous',
  access: 'reader',
  response: z.object({ attestation: z.nullable(attestation) }),
  status: [200],
})

/** What the API reference says of these endpoints. */
export const previousRunTexts = {
  findPreviousRun: {
    summary:
      'Find the attestation of the same name, type and target before one, on its trail or the 50 before',
    description:
      'Returns the attestation for comparison with the one in the path, or null if there is none. An unknown attestation is 404.',
  },
} satisfies EndpointTexts
