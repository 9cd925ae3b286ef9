import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** Sources that handle no text of users: the demo, tests, generated files. */
const excluded =
  /\.test\.tsx?$|\.gen\.ts$|^server\/(demo|testing)\/|^domain\/trail\/trail-notation\.ts$/

interface Literal {
  place: string
  pattern: string
  flags: string
}

/** Finds the regular expressions of a source text. */
function literalsIn(file: string, source: string): Literal[] {
  const literals: Literal[] = []
  new Visitor({
    Literal({ regex, start }: { regex?: Pick<Literal, 'pattern' | 'flags'>; start: number }) {
      const line = source.slice(0, start).split('\n').length
      if (regex) literals.push({ place: `${file}:${line} /${regex.pattern}/`, ...regex })
    },
  }).visit(parseSync(file, source).program)
  return literals
}

/** Yields repetitions of the expression's beginning: each one is another start of a match. */
function* repetitionsOf(pattern: string): Generator<string> {
  const characters = pattern.replace(/\\[a-zA-Z]/g, ' ').replace(/[\\^$?+*()|]/g, '')
  for (let length = 1; length <= Math.min(16, characters.length); length += 1) {
    yield characters.slice(0, length).repeat(10_000)
  }
}

/** Returns whether an expression takes super-linear time: by its form, then by measuring. */
function isSuperLinear({ pattern, flags }: Literal): boolean {
  if (analyse({ source: pattern, flags }).reports.length > 0) return true
  const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''))
  for (const text of repetitionsOf(pattern)) {
    const before = process.cpuUsage()
    expression.test(`${text}\u0001`)
    if (process.cpuUsage(before).user > 60_000) return true
  }
  return false
}

const superLinearIn = (file: string, source: string) =>
  literalsIn(file, source)
    .filter(isSuperLinear)
    .map(({ place }) => place)

it('matches every regular expression of the sources in linear time', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !excluded.test(file))
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap((file) => superLinearIn(file, readFileSync(src + file, 'utf8')))
  expect(found).toEqual([])
})

it.each([
  ['a run that an end has to follow', String.raw`/\/+$/`],
  ['two runs of the same', String.raw`/^\s*([1-9]\d{0,3})?\s*$/`],
  ['nested runs', String.raw`/^(a+)+$/`],
  ['a start that its own run takes', String.raw`/<(https?:[^>]*)>/`],
  ['a bracket that its own run takes', String.raw`/ \[input: [\s\S]*\]$/`],
])('finds %s', (_, literal) => {
  expect(superLinearIn('planted.ts', `export const planted = ${literal}\n`)).toHaveLength(1)
})
