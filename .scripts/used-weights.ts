import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** Weights of the dashboard, from `--font-weight-normal` to `--font-weight-semibold`. */
const wght = { min: 400, max: 600 }

/** Characters of the fonts' files for Latin, as `unicode-range` of them says. */
const ranges = [
  [0x00, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
] as const

const text = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
  .map((code) => String.fromCodePoint(code))
  .join('')

const folder = fileURLToPath(new URL('../node_modules/.cache/fonts/', import.meta.url))

/**
 * Aliases of files of variable fonts, by copies with the weights alone that the dashboard has: a
 * third of a file is what only thin and heavy weights need, and the first paint of text waits for it.
 */
export async function withUsedWeights(files: readonly string[]): Promise<Record<string, string>> {
  mkdirSync(folder, { recursive: true })
  const copies = files.map(async (file): Promise<[string, string]> => {
    const font = readFileSync(fileURLToPath(import.meta.resolve(file)))
    const hash = createHash('sha256')
      .update(font)
      .update(JSON.stringify([wght, ranges]))
    const [name = 'font'] = file.split('/').slice(-1)
    const copy = `${folder}${hash.digest('hex').slice(0, 16)}-${name}`
    if (!existsSync(copy)) {
      const options = { targetFormat: 'woff2', variationAxes: { wght } } as const
      writeFileSync(copy, await subsetFont(font, text, options))
    }
    return [file, copy]
  })
  return Object.fromEntries(await Promise.all(copies))
}
