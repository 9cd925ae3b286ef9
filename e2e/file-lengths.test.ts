import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Written by a tool. */
const excepted = ['src/web/routeTree.gen.ts']

const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file)

/** In lines: what a reader can keep in mind; tests are longer, as they read from top to bottom. */
const longest = (file: string) => (isTest(file) ? 400 : 300)

/** Returns a message for each text with more lines than its kind of file may have. */
const tooLong = (texts: readonly [file: string, text: string][]) =>
  texts
    .map(([file, text]) => ({ file, lines: text.split('\n').length - 1 }))
    .filter(({ file, lines }) => lines > longest(file))
    .map(({ file, lines }) => `${file} has ${lines} lines of at most ${longest(file)}`)

it('keeps every file short enough to read in one go', () => {
  const files = ['src', 'e2e', '.scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  const sources = files.filter((file) => /\.(tsx?|mjs)$/.test(file) && !excepted.includes(file))
  expect(sources.length).toBeGreaterThan(1_000)
  expect(tooLong(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]))).toEqual([])
})

it.each([
  ['planted.ts', 301],
  ['planted.test.ts', 401],
])('finds one line too many in %s', (file, lines) => {
  expect(tooLong([[file, '\n'.repeat(lines)]])).toHaveLength(1)
  expect(tooLong([[file, '\n'.repeat(lines - 1)]])).toEqual([])
})
