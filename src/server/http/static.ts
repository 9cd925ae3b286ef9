import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendProblem } from './problem.ts'
import { unmatched } from './unmatched.ts'

/** What the build writes wherever a nonce belongs. */
const noncePlace = 'CAIRN_CSP_NONCE'

/** Paths that are the service's: nothing there is a page, the reference aside. */
const ours = /^\/(api|assets)(\/|$)/
const referencePath = '/api/docs'

/** Serves the built dashboard: its files, and its page for every other path. */
export async function serveDashboard(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  await app.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: false,
      strictTransportSecurity: false,
      frameguard: { action: 'deny' },
    })
    await scope.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      // Names of assets hold a hash of what is in them.
      setHeaders: (response, path) => {
        if (path.includes('/assets/')) {
          response.header('cache-control', 'public, max-age=31536000, immutable')
          // Threads live by their own file's policy: ours ask for nothing and make no code of text.
          response.header('content-security-policy', "default-src 'none'")
        }
      },
    })
    scope.get('/*', async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/'
      if (ours.test(path) && path !== referencePath)
        return sendProblem(unmatched(request), request, reply)
      const nonce = randomBytes(16).toString('base64')
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', policy(nonce))
        .send(page.replaceAll(noncePlace, nonce))
    })
  })
}

function policy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
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
