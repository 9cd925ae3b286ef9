import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Service } from '../service.ts'
import { browse } from './browse.ts'
import { countRequests, type RequestCounts } from './count-requests.ts'

const web = fileURLToPath(new URL('../../dist/web', import.meta.url))

const gzipped = (file: string) => gzipSync(readFileSync(`${web}/${file}`), { level: 9 }).length

const sum = (files: string[]) => files.reduce((total, file) => total + gzipped(file), 0)

/** Gzipped bytes of the first route and of all scripts. */
interface Sizes {
  firstScripts: number
  firstStyles: number
  /** Without the PDF viewer, which is loaded with the first PDF. */
  allScripts: number
  pdfReader: number
}

/** Measures the built dashboard: the files that `index.html` loads, and all chunks. */
export function measureSizes(): Sizes {
  const page = readFileSync(`${web}/index.html`, 'utf8')
  const assets = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    ([, file]) => file ?? '',
  )
  const all = readdirSync(`${web}/assets`).map((name) => `assets/${name}`)
  const scripts = all.filter((file) => file.endsWith('.js'))
  const isPdfReader = (file: string) => file.includes('/pdf-worker-')
  return {
    firstScripts: sum(assets.filter((file) => file.endsWith('.js'))),
    firstStyles: sum(assets.filter((file) => file.endsWith('.css'))),
    allScripts: sum(scripts.filter((file) => !isPdfReader(file))),
    pdfReader: sum(scripts.filter(isPdfReader)),
  }
}

/** Resources that a browser loads for the flows page with an empty cache. */
interface FirstPage extends RequestCounts {
  /** Gzipped bytes. */
  scripts: number
}

/** Opens the flows page in a new browser and adds up its requests. */
export async function measureFirstPage(service: Service): Promise<FirstPage> {
  return browse(service, 'admin', async (context) => {
    const page = await context.newPage()
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    // Without a flow a card says how to begin one.
    const drawn = 'main :is(table, h2)'
    const counts = await countRequests(page, `${service.host}/my-company/flows`, drawn)
    const scripts = paths.filter((path) => path.endsWith('.js')).map((path) => path.slice(1))
    return { scripts: sum([...new Set(scripts)]), ...counts }
  })
}
