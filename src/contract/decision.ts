import * as z from 'zod/mini'
import { decision } from './attestation.ts'
import { maybe } from './common.ts'
import { endpoint } from './endpoint.ts'
import { linkedPage, paging } from './page.ts'

export const listDecisions = endpoint({
  method: 'GET',
  path: '/controls/{org}/{identifier}/decisions',
  access: 'reader',
  archive: true,
  query: z.object({
    ...paging({ per_page: 15 }),
    compliant: maybe(z.boolean()),
    flow_name: maybe(z.array(z.string())),
    /** A whole fingerprint. */
    fingerprint: maybe(z.string()),
    sort_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  response: linkedPage('decisions', decision),
  status: [200],
  summary: 'List the decisions about a control by time, those before its creation too',
  decided: 'wire.md 17',
})

export const getDecision = endpoint({
  method: 'GET',
  path: '/controls/{org}/{identifier}/decisions/{attestation_id}',
  access: 'reader',
  archive: true,
  response: decision,
  status: [200],
  summary: 'Get a decision about a control',
  decided: 'wire.md 17',
})
