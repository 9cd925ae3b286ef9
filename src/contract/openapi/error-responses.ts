import { type Endpoint, takesIdempotencyKey } from '#contract/common/endpoint.ts'
import { pathParameter, type ProblemBody, validationFailed } from '#contract/common/problem.ts'
import { answerHeaders, answersDigest } from './headers.ts'

type Header = Parameters<typeof answerHeaders>[number]

const refusal = (
  description: string,
  message: string,
  more: Partial<ProblemBody> = {},
  ...headers: Header[]
) => ({
  description,
  headers: answerHeaders(...headers),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: { message, ...more },
    },
  },
})

/** Error responses by their names in the document. */
export const refusals = {
  BadRequest: refusal('Something in the request cannot be taken', validationFailed, {
    errors: { per_page: 'Input should be less than or equal to 500 [input: 501]' },
  }),
  Unauthorized: refusal(
    'No key, or one that is wrong, expired or revoked',
    'A valid API key is required',
    {},
    'WwwAuthenticate',
  ),
  Forbidden: refusal(
    'No access to the organization, or a role that is too low',
    "You don't have permission to access this resource",
    { code: 'role_too_low', required_role: 'admin' },
  ),
  NotFound: refusal(
    'Something that the request names does not exist, or is archived',
    "Flow named 'payments' does not exist for organization 'acme'",
  ),
  Conflict: refusal(
    'There is one already',
    "A control with identifier 'RCTL-1' already exists in organization 'acme'",
    { code: 'already_exists' },
  ),
  Stale: refusal(
    'The record is not the one that If-Match names: it is in `current` as it is now',
    'The record has changed since it was read',
    { current: { name: 'payments' } },
    'ETag',
  ),
  MethodNotAllowed: refusal(
    'The path does not serve the method',
    'Method not allowed',
    {},
    'Allow',
  ),
  Unsound: refusal(
    'The evidence file is lost, changed or removed by retention: sending the same file again repairs it',
    `The evidence file is lost: the attestation has one with SHA-256 ${'0af1'.repeat(16)}, but it is not in the store`,
    { code: 'evidence_missing' },
  ),
  KeyReused: refusal(
    'The Idempotency-Key was used for another request within the last 24 hours',
    "The Idempotency-Key 'release-4711' was used for another request within the last 24 hours: use a new key for each request",
    { code: 'idempotency_key_reused' },
  ),
  TooLarge: refusal(
    'A part of the body is too large',
    "Part 'data_json' is too large: the limit is 512 KiB",
  ),
  TooLong: refusal(
    'The address and the headers are longer than 16 KiB together',
    'Address and headers of the request are too long: the limit is 16 KiB together',
  ),
  TooMany: refusal(
    'Too much at once: the same call may be sent again',
    'Too many failed sign-ins: wait 30 seconds',
    {},
    'RetryAfter',
  ),
  TooManyStreams: refusal(
    'Too many streams of events are open: the same call may be sent again when one is closed',
    'This account has 20 open streams of events: close one first',
    {},
    'RetryAfter',
  ),
  TooManyTests: refusal(
    'Too many tests of notifications within a minute: the same call may be sent again',
    'Too many tests of notifications: wait 30 seconds',
    {},
    'RetryAfter',
  ),
  Failed: refusal('Nobody foresaw it; the same call may be sent again', 'Internal error'),
  Unavailable: refusal(
    'The database does not answer, or not in time: the same call may be sent again',
    'The database of the service is not available: send the same call again in a while',
    {},
    'RetryAfter',
  ),
  Full: refusal(
    'The disk of the service is full, or the organization has no space left for evidence: nothing is stored, reads go on',
    'The disk of the service is full: nothing of this call was stored. Its operator has to make space',
  ),
}

/** Matches names of endpoints that compare a record with `If-Match`. */
const editing =
  /^(putFlow|putFlowWithTemplate|renameFlow|archiveFlow|(put|patch|archive|rename|join)Environment|(put|archive)Policy|(create|archive)CustomType|(update|archive|unarchive)Control|importControls|changeTags|(update|delete)ServiceAccount|(put|make|save|change|delete)Notification|(change|delete)View|put(Override|Reporting|Evidence|Retention|Time|Key)Settings)$/

/** Returns whether an endpoint takes `If-Match`. */
export const takesIfMatch = (name: string) => editing.test(name)

/** Matches names of endpoints that respond 409. */
const conflicting =
  /^(createControl|endOverride|setOverrideExpiry|reviewException|(approve|decline|withdraw)Proposal)$/

/** Error responses of rate limits by endpoint; the others share the limit of sign-ins. */
const limited: Record<string, keyof typeof refusals> = {
  streamLiveUpdates: 'TooManyStreams',
  testNotification: 'TooManyTests',
  testNotificationDraft: 'TooManyTests',
}

/** Returns the names of an endpoint's error responses by status. */
export function refusalsOf(endpoint: Endpoint): Record<string, keyof typeof refusals> {
  const { name } = endpoint
  const named = [...endpoint.path.matchAll(pathParameter)].filter(([, , it]) => it !== 'org')
  return {
    400: 'BadRequest',
    ...((endpoint.access !== 'anyone' || endpoint.body) && { 401: 'Unauthorized' }),
    ...(endpoint.access !== 'anyone' && { 403: 'Forbidden' }),
    ...((named.length > 0 || endpoint.query || endpoint.body) && { 404: 'NotFound' }),
    405: 'MethodNotAllowed',
    ...(conflicting.test(name) && { 409: 'Conflict' }),
    ...(answersDigest(name) && { 410: 'Unsound' }),
    ...(takesIfMatch(name) && { 412: 'Stale' }),
    ...(endpoint.body && { 413: 'TooLarge' }),
    ...(takesIdempotencyKey(endpoint) && { 422: 'KeyReused' }),
    429: limited[name] ?? 'TooMany',
    431: 'TooLong',
    500: 'Failed',
    503: 'Unavailable',
    ...(endpoint.method !== 'GET' && { 507: 'Full' }),
  }
}
