import type * as z from 'zod/mini'

/** Roles in an organization, strongest first (wire.md 24). */
export const roles = ['admin', 'member', 'snapshotter', 'reader'] as const
export type Role = (typeof roles)[number]

/** Who may call an endpoint: a role in `{org}`, any valid key or session, or anyone at all. */
export type Access = Role | 'account' | 'anyone'

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

/** A request body in JSON. An empty or `null` body counts as `{}`. */
export interface JsonBody<S extends z.ZodMiniType = z.ZodMiniType> {
  kind: 'json'
  schema: S
  /** It holds secrets: a refusal repeats nothing of it. */
  secret?: true
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
  }
}

/** What an answer holds: JSON of a schema, a stored file, a list as a file, or server-sent events. */
export type Response = z.ZodMiniType | 'file' | 'export' | 'events'

/** One operation of the API, as plain data: neither the server's nor the browser's framework. */
export interface Endpoint {
  method: Method
  /** Relative to `/api/v2`, with `{name}` for each path parameter; `{+name}` takes the rest, slashes too. */
  path: `/${string}`
  access: Access
  /** Rules of path parameters that the call may bring into being; the others are looked up. */
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: JsonBody | MultipartBody
  response: Response
  /** Success codes; the first is the usual one. */
  status: readonly [200 | 201, ...(200 | 201)[]]
  /** A list across flows or environments that has a twin for archived ones too (archived.ts). */
  archive?: true
  /** Roles below admin may do it to what they made themselves (wire.md 24). */
  own?: true
  /** The answer holds a secret that is shown only now: no copy of it is kept. */
  answersSecret?: true
  /** One line for the API reference. */
  summary: string
  /** Section of the API specification that says so. */
  spec?: string
  /** What we decided where the specification is silent. */
  decided?: string
}

/** Declares an endpoint, keeping its literal types. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `+${infer Whole}` ? Whole : Name) | ParamNames<Rest>
  : never

/** Path parameters of an endpoint, decoded. */
export type ParamsOf<E extends Endpoint> = Record<ParamNames<E['path']>, string>

/** Validated query of an endpoint. */
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodMiniType
  ? z.output<E['query']>
  : Record<string, never>

/** Query as a caller writes it: what has a default may be left out. */
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

/** JSON that an endpoint answers with. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : E['response']
