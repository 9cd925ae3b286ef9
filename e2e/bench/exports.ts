import { request } from 'undici'
import { delayDuring, type LoopDelay } from './event-loop.ts'
import type { FilledOrganizations, Size } from './filled-organizations.ts'
import { whileWatched } from './memory.ts'
import { withTimes } from './page-url.ts'

/** Costs of a whole list as a file. */
interface ExportCosts {
  format: string
  rows: number
  seconds: number
  bytes: number
  /** Bytes of memory that the service has more at most than after short lists. */
  growth: number
  delay: LoopDelay
}

/**
 * An export: all of the large organization, or a tenth of it, which is that of nine days. Short ones
 * go before the first: until then the engine widens the space of its new objects, by 30 MB in all,
 * whichever format it is.
 */
const exports = [
  { format: 'csv', filter: '', warmUp: 10 },
  { format: 'ndjson', filter: '&{tenth}', warmUp: 2 },
  { format: 'json', filter: '&{tenth}', warmUp: 2 },
]

/** Exports attestations of the large organization, after those of the small one. */
export async function* measureExports({
  service,
  headers,
}: FilledOrganizations): AsyncGenerator<ExportCosts> {
  for (const { format, filter, warmUp } of exports) {
    const read = (org: Size, query = '') =>
      readExport(
        withTimes(
          `${service.host}/api/v2/cairn/${org}/exports/attestations?format=${format}${query}`,
        ),
        headers,
      )
    for (let turn = 0; turn < warmUp; turn += 1) await read('small')
    const begun = performance.now()
    let file = { rows: 0, bytes: 0 }
    let memory = { before: 0, most: 0 }
    const delay = await delayDuring(service, async () => {
      memory = await whileWatched(Number(service.process.pid), async () => {
        file = await read('large', filter)
      })
    })
    const seconds = (performance.now() - begun) / 1_000
    yield { format, ...file, seconds, growth: memory.most - memory.before, delay }
  }
}

const lineFeed = 10

async function readExport(url: string, headers: Record<string, string>) {
  const { body, statusCode } = await request(url, { headers })
  if (statusCode !== 200) throw new Error(`${url} was answered ${await body.text()}`)
  let [rows, bytes] = [0, 0]
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) rows += 1
  }
  return { rows, bytes }
}
