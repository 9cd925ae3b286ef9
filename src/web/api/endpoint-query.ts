import type { Endpoint, ParamsOf, QueryInputOf, ResponseOf } from '#contract/common/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import { ApiError } from './api-error.ts'
import { type CallInput, call, exchange } from './call.ts'
import { retryAfterSignIn } from './session-expiry.ts'

/** Endpoints that a query may read. */
export type ReadableName = {
  [N in EndpointName]: Endpoints[N] extends Endpoint & { method: 'GET' } ? N : never
}[EndpointName]

/** Options of a query, keyed `[endpoint name, params, query]`. */
export interface EndpointQuery<N extends EndpointName> {
  queryKey: readonly [name: N, params: Record<string, string>, query: object]
  queryFn: (context: { signal: AbortSignal }) => Promise<ResponseOf<Endpoints[N]>>
}

/** Query options of a GET endpoint, for loaders and components alike. */
export function endpointQuery<N extends ReadableName>(
  name: N,
  params: ParamsOf<Endpoints[N]>,
  query?: QueryInputOf<Endpoints[N]>,
): EndpointQuery<N> {
  return {
    queryKey: [name, params, query ?? {}],
    queryFn: ({ signal }) =>
      retryAfterSignIn(() => call(name, { params, query, signal } as unknown as CallInput<N>)),
  }
}

/** Whether there is what a call reads; what is archived is there, too. */
export async function isThere(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await retryAfterSignIn(read)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** A record with the entity tag of the state it was read in: what `If-Match` is sent with. */
export interface Versioned<Record> {
  record: Record
  etag: string
}

/** Options of a query for a form, apart from those of a page. */
export interface VersionedQuery<N extends ReadableName> {
  queryKey: readonly [name: N, params: Record<string, string>, query: object, 'versioned']
  queryFn: (context: { signal: AbortSignal }) => Promise<Versioned<ResponseOf<Endpoints[N]>>>
}

/** Query options for a form that edits one record. */
export function versionedQuery<N extends ReadableName>(
  name: N,
  params: ParamsOf<Endpoints[N]>,
): VersionedQuery<N> {
  return {
    queryKey: [name, params, {}, 'versioned'],
    queryFn: ({ signal }) =>
      retryAfterSignIn(async () => {
        const response = await exchange(name, { params, signal } as unknown as CallInput<N>)
        return {
          record: (await response.json()) as ResponseOf<Endpoints[N]>,
          etag: response.headers.get('etag') ?? '',
        }
      }),
  }
}
