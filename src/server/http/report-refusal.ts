import type { FastifyRequest } from 'fastify'
import type { RefusedRequest } from '#server/audit-log/record-refusals.ts'
import { keyOf } from '#server/platform/credentials.ts'
import { Problem } from '#server/platform/problem.ts'
import { addressOf } from './authenticate.ts'

/** Reports a request refused for its caller; a failure to report changes no answer. */
export async function reportRefusal(
  problem: unknown,
  request: FastifyRequest,
  { onRefused }: { onRefused: (request: RefusedRequest) => Promise<void> },
): Promise<void> {
  if (!(problem instanceof Problem) || ![401, 403].includes(problem.status)) return
  const { caller, method, url, id, headers, routeOptions } = request
  // Of an endpoint that needs a valid key; a refusal by another organization proves nothing about
  // the key.
  const isOfKey = 'www-authenticate' in problem.headers
  try {
    await onRefused({
      caller,
      key: isOfKey && headers.authorization ? keyOf(headers.authorization) : null,
      route: `${method} ${routeOptions.url ?? ''}`,
      method,
      path: url.split('?', 1)[0] ?? url,
      orgName: (request.params as Record<string, string> | undefined)?.['org'] ?? null,
      message: problem.message,
      requiredRole: problem.requiredRole ?? null,
      address: addressOf(request),
      requestId: id,
    })
  } catch (error) {
    request.log.error({ err: error }, 'a refusal was not recorded')
  }
}
