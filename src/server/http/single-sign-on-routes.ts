import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#server/platform/problem.ts'
import { beginPath, callbackPath } from '#server/platform/identity-provider.ts'
import type { Links } from '#server/platform/links.ts'
import { maxSignInSeconds, type SingleSignOn } from '#server/request/single-sign-on.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { addressOf } from './authenticate.ts'

/** Maximum length of a path to return to; longer ones lead home. */
const maxReturnTo = 2000

/**
 * Serves where browsers go to sign in at the identity provider, and where it sends them back: for
 * anyone, like the page to sign in.
 */
export function serveSingleSignOn(
  app: FastifyInstance,
  singleSignOn: SingleSignOn,
  { links, metrics }: { links: Links; metrics: Metrics },
): void {
  const cookieName = links.isSecure ? '__Host-cairn_sign_in' : 'cairn_sign_in'
  // Lax: the provider's answer comes from another site.
  const cookie = (kept: string, maxAge: number) =>
    [`${cookieName}=${kept}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAge}`]
      .concat(links.isSecure ? ['Secure'] : [])
      .join('; ')
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    returnTo: string | null,
    work: () => Promise<FastifyReply>,
  ) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, message: reason, headers } = error
      request.log.warn({ reason }, 'single sign-on failed')
      // The sign-in that was begun is over: it cannot be answered twice.
      reply.header('set-cookie', cookie('', 0))
      const failed = status === 401 ? 'refused' : 'unavailable'
      if (failed === 'refused') metrics.signInRefused('single_sign_on')
      const query = new URLSearchParams({ failed, ...(returnTo && { return_to: returnTo }) })
      return page(
        reply.code(status).headers(headers),
        `/sign-in?${query}`,
        'Signing in did not work.',
      )
    }
  }
  app.get(beginPath, { exposeHeadRoute: false }, (request, reply) => {
    const { return_to: given } = request.query as { return_to?: unknown }
    const returnTo = typeof given === 'string' && given.length <= maxReturnTo ? given : null
    return answer(request, reply, returnTo, async () => {
      const { url, encryptedAttempt } = await singleSignOn.begin(returnTo)
      return reply
        .header('set-cookie', cookie(encryptedAttempt, maxSignInSeconds))
        .redirect(url, 303)
    })
  })
  app.get(callbackPath, { exposeHeadRoute: false }, (request, reply) =>
    answer(request, reply, null, async () => {
      const { headers, url } = request
      const done = await singleSignOn.finish({
        query: url.slice(callbackPath.length),
        encryptedAttempt: cookieOf(headers.cookie, cookieName),
        browser: {
          address: addressOf(request),
          requestId: request.id,
          userAgent: headers['user-agent'],
          cookie: headers.cookie,
        },
      })
      reply.header('set-cookie', [done.cookie, cookie('', 0)])
      const query = new URLSearchParams({ signed_in: 'yes', return_to: done.returnTo ?? '/' })
      // Only that page decides where it is safe to go.
      return page(reply.code(200), `/sign-in?${query}`, 'You are signed in.')
    }),
  )
}

/** The value of a cookie; null if there is none, or more than one. */
function cookieOf(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  return values.length === 1 ? (values[0]?.slice(name.length + 1) ?? null) : null
}

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (one) => escaped[one] ?? one)

/**
 * Answers a page that goes on by itself. A redirect would carry no session: browsers count it as
 * coming from the provider's site.
 */
function page(reply: FastifyReply, path: string, sentence: string): FastifyReply {
  const to = escape(path)
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in · Cairn</title>` +
        `<meta name="viewport" content="width=device-width">` +
        `<meta http-equiv="refresh" content="0;url=${to}"></head>` +
        `<body><main><p>${sentence} <a href="${to}">Go on</a></p></main></body></html>`,
    )
}
