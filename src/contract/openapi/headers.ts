import { type Endpoint, takesIdempotencyKey } from '#contract/common/endpoint.ts'

const header = (description: string, example: string, required = false) => ({
  description,
  required,
  schema: { type: 'string' },
  example,
})

/** Response headers by their names in the document. */
export const headers = {
  Allow: header('Methods that the path serves', 'GET, HEAD, PUT', true),
  ContentDisposition: header(
    'Name of the file',
    `attachment; filename="trails.csv"; filename*=UTF-8''trails.csv`,
    true,
  ),
  ETag: header('State of the record; changes send it as If-Match', '"3q2-7wAAAAAAAAAAAAAAAA"'),
  IdempotentReplayed: header('`true`: answered as the first call with this key was', 'true'),
  ReprDigest: header(
    'SHA-256 of the file, RFC 9530',
    'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
    true,
  ),
  RequestId: header(
    'Names this call in logs and in the audit log',
    '0b7c8a1e-6a5e-4c0f-9a51-3f6f2f0d7c11',
    true,
  ),
  RetryAfter: header('Seconds after which the call may be sent again', '2', true),
  Scope: header(
    'The list, its filters and the instant of the export, as JSON in ASCII',
    '{"organization":"acme","list":"flows","filter":{},"as_of":1700000000}',
    true,
  ),
  WwwAuthenticate: header('How to authenticate', 'Bearer', true),
} as const

const wireNames: Record<keyof typeof headers, string> = {
  Allow: 'Allow',
  ContentDisposition: 'Content-Disposition',
  ETag: 'ETag',
  IdempotentReplayed: 'Idempotent-Replayed',
  ReprDigest: 'Repr-Digest',
  RequestId: 'X-Request-ID',
  RetryAfter: 'Retry-After',
  Scope: 'X-Cairn-Scope',
  WwwAuthenticate: 'WWW-Authenticate',
}

/** Returns the `headers` of a response: the request's id, and the named ones. */
export const answerHeaders = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(
    [...names, 'RequestId' as const].map((name) => [
      wireNames[name],
      { $ref: `#/components/headers/${name}` },
    ]),
  )

/** Endpoints that answer with the `ETag` of a record, by name. */
const tagged =
  /^(get(Control|CustomType|Environment|Flow|Notification|NotificationPage|Policy|ServiceAccount|View)|(get|put)(Override|Reporting|Evidence|Retention|Time|Key)Settings|changeView|saveNotification|previewControlImport)$/

/** Returns whether a response may have the `ETag` of a record. */
export const answersTag = (name: string) => tagged.test(name)

/** Returns whether a response is a file of evidence with its `Repr-Digest`. */
export const answersDigest = (name: string) => name === 'downloadEvidence'

/** Returns the `headers` of an endpoint's success response. */
export function successHeaders(endpoint: Endpoint) {
  const { name } = endpoint
  const isFile = endpoint.response === 'file' || endpoint.response === 'export'
  return answerHeaders(
    ...(isFile ? (['ContentDisposition'] as const) : []),
    ...(endpoint.response === 'export' ? (['Scope'] as const) : []),
    ...(answersTag(name) ? (['ETag'] as const) : []),
    ...(answersDigest(name) ? (['ReprDigest'] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? (['IdempotentReplayed'] as const) : []),
  )
}
