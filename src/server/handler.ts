import type {
  BodyOf,
  Endpoint,
  MultipartBody,
  ParamsOf,
  QueryOf,
  ResponseOf,
  Role,
} from '#contract/endpoint.ts'
import type { EndpointName, Endpoints, OwnEndpoints } from '#contract/index.ts'
import type { Clock } from './clock.ts'
import type { AcrossOrganizations } from './database/across-organizations/access.ts'
import type { OrgDatabase } from './database/org-database.ts'
import type { EvidenceStore, ReceivedFile } from './evidence/store.ts'
import type { ChangeFeed } from './record/feed.ts'
import type { IdSource } from './id.ts'
import type { Links } from './links.ts'
import type { Senders } from './notification/targets/index.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { PresentedKey } from './session/api-key.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Secrets } from './secrets.ts'

/** Who calls: a person, by key or by session, or a service account by its key. */
export interface Actor {
  /** Of the person or of the service account. */
  userId: string
  name: string
  /** Null for a dashboard session. */
  keyId: string | null
  /** What the key is called; null for a dashboard session. */
  keyLabel: string | null
  /** Where the request came from. */
  address: string | null
  /** The request that this is about. */
  requestId: string | null
  isServiceAccount: boolean
}

/** What a record says of its author; what nobody asked for has neither key nor request. */
export type Author = Pick<Actor, 'name' | 'keyId' | 'address'> &
  Partial<Pick<Actor, 'keyLabel' | 'requestId'>>

/** A request that was answered 401 or 403. */
export interface RefusedRequest {
  /** Who asked; null for a key that is not valid. */
  caller: { actor: Author; org: { database: OrgDatabase } | null } | null
  /** The key that was not valid. */
  key: PresentedKey | null
  route: string
  method: string
  path: string
  message: string
  requiredRole: Role | null
  address: string
  requestId: string
}

/** What every handler gets. */
export interface Context {
  clock: Clock
  newId: IdSource
  links: Links
  evidence: EvidenceStore
  feed: ChangeFeed
  sandbox: Sandbox
  secrets: Secrets
  outgoing: Outgoing
  /** What tells targets of notifications. */
  senders: Senders
  across: AcrossOrganizations
}

/** What a handler of an authenticated endpoint gets. */
export interface AccountContext extends Context {
  actor: Actor
  /** Hash of the session's token, where the caller came with a session. */
  sessionHash: Buffer | null
}

/** What a handler of an organization's endpoint gets. */
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
  /** Where the request came from. */
  address: string
  requestId: string
  /** Of a stream of events: aborted when the client goes away. */
  signal: AbortSignal
  /** Value of a request header, or undefined. */
  header(name: string): string | undefined
}

/** An answer that says more than its body: another success code, or headers. */
export class Answer<T> {
  readonly status: 200 | 201
  readonly body: T
  readonly headers: Record<string, string>

  constructor(status: 200 | 201, body: T, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** A file as an answer: stored, or made while it is sent. */
export interface FileAnswer {
  content: NodeJS.ReadableStream
  name: string
  /** In bytes; null while nobody knows. */
  size: number | null
  /** Media type; stored files have none that we vouch for. */
  type?: string
  headers?: Record<string, string>
}

/** One server-sent event. */
export interface ServerEvent {
  id: number
  data: unknown
}

type Output<E extends Endpoint> = E['response'] extends 'file' | 'export'
  ? FileAnswer
  : E['response'] extends 'events'
    ? AsyncIterable<ServerEvent>
    : ResponseOf<E> | Answer<ResponseOf<E>>

/** Loads, decides, saves: what one endpoint does. @throws Problem */
export type Handler<E extends Endpoint> = (
  context: ContextOf<E>,
  input: Input<E>,
) => Promise<Output<E>>

/** The handler of every endpoint: one that is missing does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<Endpoints[Name]> }

/** The handlers that are written by hand: the archive's twins come from them. */
export type OwnHandlers = Pick<Handlers, keyof OwnEndpoints>
