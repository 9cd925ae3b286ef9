import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { patterns } from '#contract/common/fields.ts'
import { firstDayOf } from '#domain/common/days.ts'

/** Placeholders in the built page. */
const nonceMarker = 'CAIRN_CSP_NONCE'
const kindMarker = 'CAIRN_PAGE'
const organizationMarker = 'CAIRN_ORG'

const firstLoads = z.array(
  z.object({ path: z.string(), kind: z.string(), scripts: z.array(z.string()) }),
)

/** Parameters that the page of a path depends on. */
interface PageRequest {
  /** Path of the address, with its query. */
  url: string
  /** Fresh with each answer. */
  nonce: string
  /** Whether the browser has a session, which may have ended. */
  hasSession: boolean
}

/**
 * Reads the built page, and what each page loads first (`first-loads.json` of the build). Returns the
 * HTML of a path: for who seems to be signed in with a skeleton of that page, and with links that let
 * the browser load its scripts, and who is signed in, before the first script has run.
 */
export async function readPageHtml(folder: string): Promise<(request: PageRequest) => string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const loads = firstLoads.parse(
    JSON.parse(await readFile(join(folder, 'first-loads.json'), 'utf8')),
  )
  const page = (kind: string, links: string[]) =>
    html.replace(kindMarker, kind).replace('</head>', `${links.join('')}</head>`)
  const unknown = page('none', [])
  const pages = loads.map(({ path, kind, scripts }) => ({
    path: new RegExp(path),
    isOverview: kind === 'overview',
    html: page(kind, [...scripts.map(scriptLink), answerLink('/api/v2/cairn/session')]),
  }))
  return ({ url, nonce, hasSession }) => {
    const [path = '/', query] = url.split('?', 2)
    const found = hasSession ? pages.find((one) => one.path.test(path)) : undefined
    let answer = found?.html ?? unknown
    // Filters ask for another answer.
    if (found?.isOverview && path.length > 1 && query === undefined) {
      const calls = overviewCalls(path.replace(/\/$/, '')).map(answerLink)
      answer = answer.replace('</head>', `${calls.join('')}</head>`)
    }
    // A name of an organization has no character that HTML reads, as its pattern says.
    const [, first = ''] = path.split('/', 2)
    const org = patterns.organization.test(first) ? first : 'Cairn'
    return answer.replaceAll(nonceMarker, nonce).replace(organizationMarker, org)
  }
}

/**
 * Addresses of the calls of an overview without filters, exactly as `src/web/overview/queries.ts`
 * builds them; `first-calls.test.ts` there compares them.
 */
const overviewCalls = (org: string) =>
  [
    'overview',
    `overview/trails?from=${firstDayOf(7, Date.now() / 1_000)}`,
    'notifications?health=failing&amp;per_page=50',
    'exceptions?state=requested&amp;state=expiring&amp;per_page=100',
  ].map((call) => `/api/v2/cairn${org}/${call}`)

const scriptLink = (address: string) =>
  `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}" nonce="${nonceMarker}">`

const answerLink = (address: string) =>
  `<link rel="preload" as="fetch" crossorigin href="${address}">`
