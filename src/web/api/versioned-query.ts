import type { ParamsOf, ResponseOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { type CallInput, exchange } from './call.ts'
import type { ReadableName } from './endpoint-query.ts'
import { retryAfterSignIn } from './expiry.ts'

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
