import { randomBytes } from 'node:crypto'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { patterns } from '#contract/common/fields.ts'
import { probeNames } from '#server/database/system/names.ts'
import { sessionTokenOf } from '#server/request/session-cookie.ts'
import { BuiltFiles } from './built-files.ts'
import { sendCompressed } from './compressed.ts'
import { readPageHtml } from './page-html.ts'
import { sendProblem, type Unmatched } from './problem-response.ts'

/** Paths of the service itself: none is a page, except for the API reference. */
const ours = /^\/(api|assets)(\/|$)/
const referencePath = '/api/docs'

/** Returns whether probes ask a path: they must not get a page and conclude that all is well. */
const isProbed = (path: string) => probeNames.includes(path.slice(1).replace(/\/$/, ''))

/**
 * Rules for browsers in every answer; policies of content come beside it. Worked out
 * once: for each answer it took a third of one without a body.
 */
function headersForBrowsers(): OutgoingHttpHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    frameguard: { action: 'deny' },
  })
  setHeaders(answer.req, answer, () => undefined)
  return answer.getHeaders()
}

/**
 * Returns whether a path can be a dashboard page: at the root, or below a name of an organization.
 */
function isPage(path: string): boolean {
  if (path === '/' || path === referencePath) return true
  const [, first = ''] = path.split('/', 2)
  return !ours.test(path) && !isProbed(path) && patterns.organization.test(first)
}

/** Serves the built dashboard: its files, and its page for every other path. */
export async function serveDashboard(
  app: FastifyInstance,
  folder: string,
  unmatched: Unmatched,
): Promise<void> {
  const pageHtml = await readPageHtml(folder)
  const files = await BuiltFiles.read(folder)
  const headers = headersForBrowsers()
  app.get('/*', (request, reply) => {
    reply.headers(headers)
    const path = request.url.split('?', 1)[0] ?? '/'
    if (files.send(path, request, reply)) return
    if (!isPage(path)) return sendProblem(unmatched(request), request, reply)
    const hasSession = [true, false].some((isSecure) =>
      sessionTokenOf(request.headers.cookie, isSecure),
    )
    const nonce = randomBytes(16).toString('base64')
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy(nonce))
    return sendCompressed(request, reply, pageHtml({ url: request.url, nonce, hasSession }))
  })
}

function policy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
