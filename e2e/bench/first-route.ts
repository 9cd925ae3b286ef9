import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const web = fileURLToPath(new URL('../../dist/web', import.meta.url))

const gzipped = (file: string) => gzipSync(readFileSync(`${web}/${file}`), { level: 9 }).length

const sum = (files: string[]) => files.reduce((total, file) => total + gzipped(file), 0)

/** Bytes after gzip, of the first route and of everything. */
export interface Sizes {
  firstScripts: number
  firstStyles: number
  allScripts: number
}

/** Measures the built dashboard: what `index.html` asks for at once, and all its chunks. */
export function measureSizes(): Sizes {
  const page = readFileSync(`${web}/index.html`, 'utf8')
  const assets = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    ([, file]) => file ?? '',
  )
  const all = readdirSync(`${web}/assets`).map((name) => `assets/${name}`)
  return {
    firstScripts: sum(assets.filter((file) => file.endsWith('.js'))),
    firstStyles: sum(assets.filter((file) => file.endsWith('.css'))),
    allScripts: sum(all.filter((file) => file.endsWith('.js'))),
  }
}
