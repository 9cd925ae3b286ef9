import type {
  BodyOf,
  Endpoint,
  MultipartBody,
  ParamsOf,
  QueryOf,
  ResponseOf,
  Role,
} from '#contract/common/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { SystemDatabase } from '#server/database/system/system-database.ts'
import type { HttpClient } from '#server/egress/http-client.ts'
import type { LiveUpdateFeed } from '#server/live-updates/feed.ts'
import type { Senders } from '#server/notification/delivery/senders/index.ts'
import type { TestLimit } from '#server/notification/preview/test-limit.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { EvidenceStore, ReceivedFile } from '#server/platform/evidence-store.ts'
import type { OnUnreadable } from '#server/platform/failure-log.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import type { Links } from '#server/platform/links.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { SignInConfig } from '#server/platform/sign-in-config.ts'
import type { IdentityProvider } from '#server/platform/identity-provider.ts'
import type { Sandbox } from '#server/sandbox/sandbox.ts'
import type { EvidenceSpace } from './evidence-space.ts'

/** Context of every handler. */
export interface Context {
  clock: Clock
  newId: IdGenerator
  links: Links
  evidence: EvidenceStore
  /** Receives evidence in its place, for an organization. */
  evidenceSpace: EvidenceSpace
  feed: LiveUpdateFeed
  sandbox: Sandbox
  secrets: Secrets
  httpClient: HttpClient
  /** Senders for the targets of notifications. */
  senders: Senders
  testLimit: TestLimit
  /** How people sign in, and where, if not only by key. */
  signInWays: SignInConfig['ways']
  identityProvider: IdentityProvider | null
  systemDatabase: SystemDatabase
  /** Logs and counts a failure after commit; background work retries it. */
  onFollowUpFailure(this: void, error: unknown): void
  /** Logs a stored record that an answer leaves out because it cannot be read. */
  onUnreadable: OnUnreadable
}

/** Context of a handler of an authenticated endpoint. */
export interface AccountContext extends Context {
  actor: Actor
  /** Hash of the session's token, if the caller came with a session. */
  sessionHash: Buffer | null
}

/** Context of a handler of an organization's endpoint. */
export interface OrgContext extends AccountContext {
  org: OrgDatabase
  orgName: string
  /** Personal ones have one member and no service accounts. */
  orgKind: 'personal' | 'shared'
  role: Role
  /** The request's `If-Match` header. */
  ifMatch: string | null
}

type ContextOf<E extends Endpoint> = E['access'] extends 'anyone'
  ? Context
  : E['access'] extends 'account'
    ? AccountContext
    : OrgContext

type FileOf<E extends Endpoint> = E['body'] extends MultipartBody & { file: { keep: infer Keep } }
  ? Keep extends 'text'
    ? { name: string; text: string } | null
    : ReceivedFile | null
  : undefined

/** A validated request. */
export interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The JSON body or part as the client wrote it. */
  raw: string
  file: FileOf<E>
  /** Path and query as the client wrote them. */
  url: string
  /** Address that the request came from. */
  address: string
  requestId: string
  /** For a stream of events: aborted when the client goes away. */
  signal: AbortSignal
  /** Returns a request header, or undefined. */
  header(name: string): string | undefined
}

type Output<E extends Endpoint> = E['response'] extends 'file' | 'export'
  ? FileAnswer
  : E['response'] extends 'events'
    ? AsyncIterable<ServerEvent>
    : ResponseOf<E> | Answer<ResponseOf<E>>

/** The implementation of one endpoint. @throws Problem */
type Handler<E extends Endpoint> = (context: ContextOf<E>, input: Input<E>) => Promise<Output<E>>

/** The handler of every endpoint: a missing one does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<Endpoints[Name]> }

/** An answer with more than a body: another success code, or headers. */
export class Answer<T> {
  readonly status: 200 | 201
  readonly body: T
  readonly headers: Record<string, string>
  /** The bytes of the body, where they are ready. */
  readonly bytes: Buffer | null

  constructor(
    status: 200 | 201,
    body: T,
    headers: Record<string, string> = {},
    bytes: Buffer | null = null,
  ) {
    this.status = status
    this.body = body
    this.headers = headers
    this.bytes = bytes
  }
}

/** A file as an answer: stored, or generated while it is sent. */
export interface FileAnswer {
  content: NodeJS.ReadableStream
  name: string
  /** In bytes; null if unknown. */
  size: number | null
  /** Media type; absent for stored files, whose type is not verified. */
  type?: string
  headers?: Record<string, string>
}

/** One server-sent event. */
export interface ServerEvent {
  id: number
  data: unknown
}
