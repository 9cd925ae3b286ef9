import type { Endpoint } from './endpoint.ts'
import { pathParameter } from './path.ts'
import { validationFailed } from './problem.ts'

const refusal = (description: string, message: string, more: object = {}) => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: { message, ...more },
    },
  },
})

/** Why calls are refused, by the name that the document gives the answer (wire.md 2.3, 25). */
export const refusals = {
  BadRequest: refusal('Something in the request cannot be taken', validationFailed, {
    errors: { per_page: 'Input should be less than or equal to 500 [input: 501]' },
  }),
  Unauthorized: refusal(
    'No key, or one that is wrong, expired or revoked',
    'A valid API key is required',
  ),
  Forbidden: refusal(
    'No access to the organization, or a role that is too low',
    "You don't have permission to access this resource",
    { required_role: 'admin' },
  ),
  NotFound: refusal(
    'Something that the request names does not exist, or is archived',
    "Flow named 'payments' does not exist for organization 'acme'",
  ),
  Conflict: refusal(
    'There is one already',
    "A control with identifier 'RCTL-1' already exists in organization 'acme'",
  ),
  Stale: refusal(
    'The record is not the one that If-Match names: it is in `current` as it is now',
    'The record has changed since it was read',
    { current: { name: 'payments' } },
  ),
  TooLarge: refusal(
    'A part of the body is too large',
    "Part 'data_json' is too large: the limit is 512 KiB",
  ),
  Problem: refusal(
    'What was refused, and why; after 429 and 5xx the same call may be sent again',
    'Internal error',
  ),
}

/** Endpoints that compare a record with `If-Match`, by name (wire.md 2.4). */
const editing =
  /^(putFlow|putFlowWithTemplate|renameFlow|archiveFlow|(put|patch|archive|rename|join)Environment|(put|archive)Policy|(create|archive)CustomType|(update|archive|unarchive)Control|changeTags|(update|delete)ServiceAccount)$/

/** Whether a call may say which state of a record it means to change. */
export const takesIfMatch = (name: string) => editing.test(name)

/** Answers beyond success that a call may get, by status. */
export function refusalsOf(
  name: string,
  endpoint: Endpoint,
): Record<string, keyof typeof refusals> {
  const named = [...endpoint.path.matchAll(pathParameter)].filter(([, , it]) => it !== 'org')
  return {
    400: 'BadRequest',
    ...((endpoint.access !== 'anyone' || endpoint.body) && { 401: 'Unauthorized' }),
    ...(endpoint.access !== 'anyone' && { 403: 'Forbidden' }),
    ...((named.length > 0 || endpoint.query || endpoint.body) && { 404: 'NotFound' }),
    ...(name === 'createControl' && { 409: 'Conflict' }),
    ...(takesIfMatch(name) && { 412: 'Stale' }),
    ...(endpoint.body && { 413: 'TooLarge' }),
    default: 'Problem',
  }
}
