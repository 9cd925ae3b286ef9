import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Service } from '../service.ts'
import { browse } from './browse.ts'

const web = fileURLToPath(new URL('../../dist/web', import.meta.url))

const gzipped = (file: string) => gzipSync(readFileSync(`${web}/${file}`), { level: 9 }).length

const sum = (files: string[]) => files.reduce((total, file) => total + gzipped(file), 0)

/** Bytes after gzip, of the first route and of everything. */
export interface Sizes {
  firstScripts: number
  firstStyles: number
  /** Without the reader of PDF files, which comes with the first PDF that somebody opens. */
  allScripts: number
  pdfReader: number
}

/** Measures the built dashboard: what `index.html` asks for at once, and all its chunks. */
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

/** What a browser loads for the flows page of an organization, from nothing. */
export interface FirstPage {
  /** Bytes after gzip. */
  scripts: number
  requests: number
}

/** Opens the flows page in a browser that was never here, and adds up what it asks for. */
export async function measureFirstPage(service: Service): Promise<FirstPage> {
  return browse(service, 'admin', async (context) => {
    const page = await context.newPage()
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await page.goto(`${service.host}/my-company/flows`)
    await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor()
    await page.waitForTimeout(1000)
    const scripts = paths.filter((path) => path.endsWith('.js')).map((path) => path.slice(1))
    return { scripts: sum([...new Set(scripts)]), requests: paths.length }
  })
}
