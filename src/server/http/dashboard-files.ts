import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { patterns } from '#contract/common/fields.ts'
import { sendProblem, type Unmatched } from './problem-response.ts'

/** What the build writes wherever a nonce belongs. */
const noncePlace = 'CAIRN_CSP_NONCE'

/** Paths that are the service's: nothing there is a page, the reference aside. */
const ours = /^\/(api|assets)(\/|$)/
const referencePath = '/api/docs'

/** Where probes of other services are: one that asks here in vain must not be told that all is well. */
const probes = /^\/(health|healthz|livez|readyz|version|openapi\.json)\/?$/

/** Whether the dashboard may have a page at a path: at the root, or below a name of an organization. */
function isPage(path: string): boolean {
  if (path === '/' || path === referencePath) return true
  const [, first = ''] = path.split('/', 2)
  return !ours.test(path) && !probes.test(path) && patterns.organization.test(first)
}

/** Serves the built dashboard: its files, and its page for every other path. */
export async function serveDashboard(
  app: FastifyInstance,
  folder: string,
  unmatched: Unmatched,
): Promise<void> {
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
      // The page is made with each answer, whatever it is called.
      globIgnore: ['index.html*'],
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
      if (!isPage(path)) return sendProblem(unmatched(request), request, reply)
      const nonce = randomBytes(16).toString('base64')
      return reply
        .type('text/html; charset=utf-8')
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
