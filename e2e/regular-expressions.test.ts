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

/** Returns beginnings of the expression: each one repeated offers another start of a match. */
function beginningsOf(pattern: string): string[] {
  const characters = pattern.replace(/\\[a-zA-Z]/g, ' ').replace(/[\\^$?+*()|]/g, '')
  const most = Math.min(16, characters.length)
  return Array.from({ length: most }, (_, index) => characters.slice(0, index + 1))
}

/** In microseconds of the processor: less says nothing of how time grows. */
const leastMeasured = 5_000

/** Returns whether an expression takes super-linear time: by its form, then by measuring. */
function isSuperLinear({ pattern, flags }: Literal): boolean {
  if (analyse({ source: pattern, flags }).reports.length > 0) return true
  // A sticky expression begins at one place alone.
  const expression = new RegExp(pattern, flags.replace('g', ''))
  return beginningsOf(pattern).some((beginning) => {
    const timeOf = (repetitions: number) => {
      const text = `${beginning.repeat(repetitions)}\u0001`
      expression.lastIndex = 0
      const before = process.cpuUsage()
      expression.test(text)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    // The least of three: the process collects garbage meanwhile.
    const leastOf = (repetitions: number) => Math.min(...[1, 2, 3].map(() => timeOf(repetitions)))
    if (timeOf(4_000) < leastMeasured) return false
    const long = leastOf(4_000)
    // Four times the text takes four times as long, or sixteen times where time is quadratic.
    return long > leastMeasured && long > 8 * leastOf(1_000)
  })
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
