import * as z from 'zod/mini'
import {
  type ArchivedChoice,
  archivedParameter,
  type ArchivedParameter,
  isReadBelowArchivable,
  type ReadBelowArchivable,
} from './archived.ts'

/** Roles in an organization, strongest first. */
export const roles = ['admin', 'member', 'snapshotter', 'reader'] as const
export type Role = (typeof roles)[number]

/** Access to an endpoint: a role in `{org}`, any valid key or session, or anyone. */
export type Access = Role | 'account' | 'anyone'

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

/** A request body in JSON. An empty or `null` body counts as `{}`. */
export interface JsonBody<S extends z.ZodMiniType = z.ZodMiniType> {
  kind: 'json'
  schema: S
  /** The body holds secrets: error responses repeat nothing of it. */
  secret?: true
  /** Bytes; see `maxBodyBytes` for the defaults. */
  maxBytes?: number
  /** The list of which most is the same in the next call. */
  repeats?: RepeatedItems
}

/** A list that clients send as a whole whenever something of it changes. */
export interface RepeatedItems {
  /** Its name, as a member of the body. */
  member: string
  /** Schema of an item. */
  item: z.ZodMiniType
}

/** A `multipart/form-data` body: one JSON part, found by name, and at most one file. */
export interface MultipartBody<S extends z.ZodMiniType = z.ZodMiniType> {
  kind: 'multipart'
  /** Name of the JSON part. */
  part: string
  schema: S
  file: {
    name: string
    /** `text` is read into memory as UTF-8; `evidence` is streamed to the evidence store. */
    keep: 'text' | 'evidence'
    /** Whether the file is required. */
    required?: boolean
  }
}

/** A response: JSON of a schema, a stored file, a list as a file, or server-sent events. */
type ResponseSchema = z.ZodMiniType | 'file' | 'export' | 'events'

/** An operation of the API as plain data, independent of the frameworks of server and browser. */
export interface Endpoint {
  /** Its key in `endpoints`, and the operation id of the OpenAPI document. */
  name: string
  method: Method
  /** Relative to `/api/v2`, with `{name}` for each path parameter; `{+name}` takes the rest, slashes too. */
  path: `/${string}`
  access: Access
  /** Returns the role that these path parameters require, where that is more than `access`. */
  roleFor?: (params: Readonly<Record<string, string>>) => Role
  /** Schemas of path parameters that the call may create; the others are looked up. */
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: JsonBody | MultipartBody
  response: ResponseSchema
  /** Media types of a file, where they are known. */
  media?: readonly string[]
  /** Success codes, where there is another than 200; the first is the default. */
  status?: readonly [200 | 201, ...(200 | 201)[]]
  /**
   * Default of the query parameter `archived`, which a read with it takes. Every GET below
   * `{flow_name}` or `{env_name}` takes it without saying so, by default `exclude`.
   */
  archived?: ArchivedChoice
  /** Roles below admin may do it to what they created themselves. */
  own?: true
  /** The response holds a secret that is shown only once: no copy of it is stored. */
  answersSecret?: true
}

/** Text of an endpoint in the API reference. */
export interface EndpointText {
  /** One line. */
  summary: string
  /**
   * For callers, one to four sentences beyond the summary: response, limits, defaults, refusals. The
   * sentence on access is generated from `access`.
   */
  description: string
  /** Section of the API specification that declares the endpoint. */
  spec?: string
}

/**
 * Texts by the names of their endpoints. Each file of endpoints exports those of its own beside them:
 * browsers load an endpoint, and not what is said of it.
 */
export type EndpointTexts = Readonly<Record<string, EndpointText>>

/** An endpoint as it is declared, with the parameter `archived` where it is a read that takes it. */
type Declared<E extends Endpoint> = E extends { archived: ArchivedChoice } | ReadBelowArchivable
  ? Omit<E, 'query' | 'archived'> & {
      archived: ArchivedChoice
      query: E extends { query: z.ZodMiniObject<infer Shape, infer Config> }
        ? z.ZodMiniObject<z.core.util.Extend<Shape, ArchivedParameter>, Config>
        : z.ZodMiniObject<ArchivedParameter>
    }
  : E

/** Declares an endpoint, keeping its literal types, and adds the parameter `archived` to its query. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(definition: E): Declared<E> {
  const byDefault = definition.archived ?? (isReadBelowArchivable(definition) ? 'exclude' : null)
  if (byDefault === null) return definition as Declared<E>
  const query = z.extend(definition.query ?? z.object({}), archivedParameter(byDefault))
  return { ...definition, archived: byDefault, query } as unknown as Declared<E>
}

/** Returns the success codes of an endpoint; the first is the default. */
export const statusesOf = ({ status = [200] }: Endpoint) => status

const megabyte = 1024 * 1024

/**
 * Returns the maximum size of a request body in bytes: 10 MB for public endpoints, 4 MB for dashboard
 * endpoints, 16 KB where no body is read. Multipart bodies have limits by part.
 */
export function maxBodyBytes({ body, path }: Endpoint): number {
  if (!body) return 16 * 1024
  const defaultMax = path.startsWith('/cairn/') ? 4 * megabyte : 10 * megabyte
  return (body.kind === 'json' ? body.maxBytes : undefined) ?? defaultMax
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `+${infer Whole}` ? Whole : Name) | ParamNames<Rest>
  : never

/** Path parameters of an endpoint, decoded. */
export type ParamsOf<E extends Endpoint> = Record<ParamNames<E['path']>, string>

/** Validated query of an endpoint, without `archived`: what the request's `org` sees follows it. */
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodMiniType
  ? E extends { archived: ArchivedChoice }
    ? Omit<z.output<E['query']>, 'archived'>
    : z.output<E['query']>
  : Record<string, never>

/** Query as a caller writes it: fields with a default are optional. */
export type QueryInputOf<E extends Endpoint> = E['query'] extends z.ZodMiniType
  ? z.input<E['query']>
  : Record<string, never>

/** Validated body (or JSON part) of an endpoint. */
export type BodyOf<E extends Endpoint> =
  E['body'] extends JsonBody<infer S>
    ? z.output<S>
    : E['body'] extends MultipartBody<infer S>
      ? z.output<S>
      : undefined

/** JSON that an endpoint responds with. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : E['response']

/** Request header that identifies a call, so that a repetition has no further effect. */
export const idempotencyHeader = 'Idempotency-Key'

/** A key that a client chooses for a call: visible ASCII. */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))

/**
 * Returns whether an endpoint takes an Idempotency-Key: every write to an organization does, but one
 * whose body or response holds secrets, since a hash and a copy of them are stored.
 */
export const takesIdempotencyKey = ({ method, access, body, answersSecret }: Endpoint): boolean =>
  method !== 'GET' &&
  roles.some((role) => role === access) &&
  !answersSecret &&
  !(body?.kind === 'json' && body.secret)
