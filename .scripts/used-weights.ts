import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const pathOf = (url: string) => fileURLToPath(new URL(url, import.meta.url))
const folder = pathOf('../node_modules/.cache/fonts/')

/** Returns the groups of a pattern in the rule of a font. @throws Error if it is not there */
function find(face: string, pattern: RegExp): string[] {
  const found = pattern.exec(face)
  if (!found) throw new Error(`a font of fonts.css has no ${pattern.source}`)
  return found.slice(1)
}

/** Returns the characters of a `unicode-range`. */
function charactersOf(range: string): string {
  const codes = [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(
    ([, first = '', last = first]) => {
      const begin = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - begin + 1 }, (_, at) => begin + at)
    },
  )
  return String.fromCodePoint(...codes)
}

/**
 * Aliases of the files of `fonts.css`, by copies with the weights and characters alone that it names:
 * a third of a file is what only thin and heavy weights need, and the first paint of text waits for it.
 */
export async function withUsedWeights(): Promise<Record<string, string>> {
  mkdirSync(folder, { recursive: true })
  const css = readFileSync(pathOf('../src/web/ui/fonts.css'), 'utf8')
  const [, ...faces] = css.split('@font-face')
  const copies = faces.map(async (face): Promise<[string, string]> => {
    const [file = ''] = find(face, /url\('([^']+)'\)/)
    const [min, max] = find(face, /font-weight: (\d+) (\d+)/)
    const wght = { min: Number(min), max: Number(max) }
    const [range = ''] = find(face, /unicode-range:([^;]+)/)
    const font = readFileSync(fileURLToPath(import.meta.resolve(file)))
    const hash = createHash('sha256').update(font).update(face).digest('hex').slice(0, 16)
    const copy = `${folder}${hash}-${file.split('/').at(-1)}`
    if (!existsSync(copy)) {
      const options = { targetFormat: 'woff2', variationAxes: { wght } } as const
      writeFileSync(copy, await subsetFont(font, charactersOf(range), options))
    }
    return [file, copy]
  })
  return Object.fromEntries(await Promise.all(copies))
}
