import type { Endpoint, ParamsOf, QueryInputOf, ResponseOf } from '#contract/common/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import { call, type CallInput } from './call.ts'
import { retryAfterSignIn } from './expiry.ts'

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
