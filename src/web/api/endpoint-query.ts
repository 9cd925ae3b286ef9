import { keepPreviousData } from '@tanstack/react-query'
import type {
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryInputOf,
  ResponseOf,
} from '#contract/common/endpoint.ts'
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
export const endpointQuery = <E extends Readable>(
  endpoint: E,
  params: ParamsOf<E>,
  query?: QueryInputOf<E>,
): EndpointQuery<E> => askedQuery(endpoint, params, query ?? {}, () => query)

/**
 * Query options of a GET endpoint that is asked by a range, and not by the moments that it means now:
 * asking again keeps what is shown.
 * @param queryNow the query that it comes to when the service is asked
 */
export function askedQuery<E extends Readable>(
  endpoint: E,
  params: ParamsOf<E>,
  asked: object,
  queryNow: () => QueryInputOf<E> | undefined,
): EndpointQuery<E> {
  return {
    queryKey: [endpoint.name, params, asked],
    queryFn: ({ signal }) => {
      const input = { params, query: queryNow(), signal }
      return call(endpoint, input as unknown as CallInput<E>)
    },
  }
}

/**
 * Query options of an endpoint that answers what a form holds: the answer before stays, and nothing is
 * kept for long.
 * @param bodyNow the body that it comes to when the service is asked
 */
export function bodyQuery<E extends Endpoint>(
  endpoint: E,
  params: ParamsOf<E>,
  asked: object,
  bodyNow: () => BodyOf<E>,
): EndpointQuery<E> & { placeholderData: typeof keepPreviousData; gcTime: number } {
  return {
    queryKey: [endpoint.name, params, asked],
    queryFn: ({ signal }) => {
      const input = { params, body: bodyNow(), signal }
      return call(endpoint, input as unknown as CallInput<E>)
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
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
