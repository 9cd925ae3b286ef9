import * as z from 'zod/mini'
import type {
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryInputOf,
  ResponseOf,
} from '#contract/common/endpoint.ts'
import { problemBody } from '#contract/common/problem.ts'
import { sessionHeader } from '#contract/session/session.ts'
import { noteAnswer, tryConnection } from '#web/connection/connection.ts'
import { pageWaitsFor } from '#web/connection/when-idle.ts'
import { ApiError } from './api-error.ts'
import { endpointUrl } from './endpoint-url.ts'
import { retryAfterSignIn } from './session-expiry.ts'

type None = Record<string, never>

/** Input of a call: path parameters, query and body as the contract declares them. */
export type CallInput<E extends Endpoint> = {
  signal?: AbortSignal
  query?: QueryInputOf<E>
  body?: BodyOf<E>
  /** The file of a multipart body. */
  file?: File
  /** Entity tag of the record that a write means to change. */
  ifMatch?: string
} & (keyof ParamsOf<E> extends never ? { params?: None } : { params: ParamsOf<E> })

/** The same, where the endpoint is only known at run time. */
interface AnyInput {
  signal?: AbortSignal
  params?: Record<string, string>
  query?: unknown
  body?: unknown
  file?: File
  ifMatch?: string
}

/** Calls an endpoint of the contract; a refusal or failure throws an ApiError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ResponseOf<E>> {
  const response = await exchange(endpoint, input)
  return pageWaitsFor(response.json() as Promise<ResponseOf<E>>)
}

/** A call with its whole answer. Where the session has ended, it waits for a new sign-in. */
export function exchange(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  return retryAfterSignIn(() => exchangeOnce(endpoint, input))
}

/** A call of the session itself, to which a 401 is an answer. */
export async function callWithoutSession<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ResponseOf<E>> {
  const response = await exchangeOnce(endpoint, input)
  return (await response.json()) as ResponseOf<E>
}

async function exchangeOnce(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (endpoint.method !== 'GET') headers[sessionHeader] = '1'
  if (input.ifMatch) headers['if-match'] = input.ifMatch
  const body = encoded(endpoint, input)
  // Of a form the browser says the type itself, with its boundary.
  if (typeof body === 'string') headers['content-type'] = 'application/json'

  const response = await send(
    endpointUrl(endpoint, input.params, input.query as object | undefined),
    {
      method: endpoint.method,
      headers,
      body,
      signal: input.signal ?? null,
    },
  )
  if (!response.ok) throw await refusal(response)
  return response
}

function encoded(
  { body: expected }: Endpoint,
  { body, file }: { body?: unknown; file?: File },
): string | FormData | null {
  if (body === undefined) return null
  const json = JSON.stringify(body)
  if (expected?.kind !== 'multipart') return json
  const form = new FormData()
  form.set(expected.part, json)
  if (file) form.set(expected.file.name, file)
  return form
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await pageWaitsFor(fetch(url, init))
    noteAnswer()
    return response
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    void tryConnection()
    throw new ApiError({ status: 0, message: 'The service did not answer', cause })
  }
}

/** A newer service may have codes that this page does not know. */
const refusalBody = z.extend(problemBody, {
  code: z.catch(problemBody.shape.code, undefined),
})

async function refusal(response: Response): Promise<ApiError> {
  const body = refusalBody.safeParse(await response.json().catch(() => null)).data
  const wait = Number(response.headers.get('retry-after'))
  return new ApiError({
    status: response.status,
    code: body?.code,
    message: body?.message ?? `The service answered ${response.status}`,
    errors: body?.errors,
    requiredRole: body?.required_role,
    current: body?.current,
    requestId: response.headers.get('x-request-id'),
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait : null,
  })
}
