import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Documents that are not in the repository; the API specification, which users have, may be cited. */
const absent = new RegExp(`\\b(?:${['wire', 'design', 'product'].join('|')})[.]md\\b`)

const filesBelow = (folder: string) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs|sql|css|md|xml|json|ya?ml)$/.test(file))
    .map((file) => `${folder}/${file}`)

/** Returns lines that cite absent documents, each with its position. */
const citationsIn = (file: string, text: string) =>
  text
    .split('\n')
    .flatMap((line, index) => (absent.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : []))

it('names no file of documents that is not in the repository', () => {
  const settings = ['vite.config.ts', 'vitest.config.ts', 'vitest.web.config.ts']
  const files = [...['src', 'e2e', '.scripts'].flatMap(filesBelow), 'README.md', ...settings]
  expect(files.length).toBeGreaterThan(1000)
  const planted = `// First.\n/** A flow (${'wire'}.md 8). */`
  expect(citationsIn('planted.ts', planted)).toHaveLength(1)
  const found = files.flatMap((file) => citationsIn(file, readFileSync(root + file, 'utf8')))
  expect(found).toEqual([])
})
