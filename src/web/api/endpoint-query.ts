import type { Endpoint, ParamsOf, QueryInputOf, ResponseOf } from '#contract/common/endpoint.ts'
import { ApiError } from './api-error.ts'
import { type CallInput, call, exchange } from './call.ts'
/** An endpoint that a query may read. */
export type Readable = Endpoint & { method: 'GET' }

/** Options of a query, keyed `[endpoint name, params, query]`. */
export interface EndpointQuery<E extends Endpoint> {
  queryKey: readonly [name: E['name'], params: Record<string, string>, query: object]
  queryFn: (context: { signal: AbortSignal }) => Promise<ResponseOf<E>>
}

/** Query options of a GET endpoint, for loaders and components alike. */
export function endpointQuery<E extends Readable>(
  endpoint: E,
  params: ParamsOf<E>,
  query?: QueryInputOf<E>,
): EndpointQuery<E> {
  return {
    queryKey: [endpoint.name, params, query ?? {}],
    queryFn: ({ signal }) => call(endpoint, { params, query, signal } as unknown as CallInput<E>),
  }
}

/** Whether there is what a call reads; what is archived is there, too. */
export async function isThere(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
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
export interface VersionedQuery<E extends Readable> {
  queryKey: readonly [name: E['name'], params: Record<string, string>, query: object, 'versioned']
  queryFn: (context: { signal: AbortSignal }) => Promise<Versioned<ResponseOf<E>>>
}

/** Query options for a form that edits one record. */
export function versionedQuery<E extends Readable>(
  endpoint: E,
  params: ParamsOf<E>,
): VersionedQuery<E> {
  return {
    queryKey: [endpoint.name, params, {}, 'versioned'],
    queryFn: async ({ signal }) => {
      const response = await exchange(endpoint, { params, signal } as unknown as CallInput<E>)
      return {
        record: (await response.json()) as ResponseOf<E>,
        etag: response.headers.get('etag') ?? '',
      }
    },
  }
}
