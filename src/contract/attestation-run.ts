import * as z from 'zod/mini'
import { attestation } from './attestation.ts'
import { endpoint } from './endpoint.ts'

/** Trails that are looked through for an earlier run. */
export const runHorizon = 50

export const findPreviousRun = endpoint({
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/trails/{trail_name}/attestations/{attestation_id}/previous',
  access: 'reader',
  response: z.object({ attestation: z.nullable(attestation) }),
  status: [200],
  summary:
    'Find the attestation of the same name, type and target before one, on its trail or the 50 before',
  decided: 'product.md 3.5',
})
