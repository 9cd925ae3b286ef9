import { describe, expect, test } from 'vitest'
import { parseTemplate } from '#domain/template/parse-template.ts'
import { readYaml } from './read-yaml.ts'

/**
 * More than the limit of characters. Quadratic time hangs at this size already; a document has 10 MB
 * at most.
 */
const size = 1.25 * 1024 * 1024
const fill = (piece: string, length = size) => piece.repeat(Math.floor(length / piece.length))

const tooDeep = 'The document is nested deeper than 50 levels'
const tooMany = 'The document holds more than 20000 keys and values'
const tooLong = 'The document holds more than 1000000 characters besides comments'

const chain = (length: number) =>
  Array.from({ length }, (_, i) => `a${i}: &a${i} [*a${i - 1}, *a${i - 1}]`).join('\n')

describe('hostile text of 1.25 MB is refused', () => {
  test.each<[string, () => string, string]>([
    ['open lists', () => fill('['), tooDeep],
    ['open maps', () => fill('{a: '), tooDeep],
    ['maps on one line', () => fill('a: '), tooDeep],
    ['lists on one line', () => fill('- '), tooDeep],
    ['explicit keys on one line', () => fill('? '), tooDeep],
    ['values on one line', () => fill(': '), tooDeep],
    [
      'maps in maps',
      () => Array.from({ length: 4000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      tooDeep,
    ],
    ['keys', () => fill('a:\n'), tooMany],
    ['items', () => fill('- a\n'), tooMany],
    ['explicit keys', () => fill('? a\n'), tooMany],
    ['empty explicit keys', () => fill('? \n'), tooMany],
    ['flow items', () => `[${fill('a,')}]`, tooMany],
    ['commas', () => `[${fill(',')}`, tooMany],
    ['closing brackets', () => fill('] '), tooMany],
    ['mixed brackets', () => fill('[}\n'), tooMany],
    ['anchors', () => fill('&a '), tooMany],
    ['tags', () => fill('!a '), tooMany],
    ['aliases', () => fill('*a\n'), tooMany],
    ['directives', () => fill('%YAML 1.2\n'), tooMany],
    ['open quotes', () => fill('a: "x\n'), tooMany],
    ['block headers', () => fill('a: |\n'), tooMany],
    ['a long anchor', () => `&${fill('a')} x`, tooLong],
    ['a long tag', () => `!${fill('a')} x`, tooLong],
    ['a long plain text', () => fill('a'), tooLong],
    ['a long quoted text', () => fill("'"), tooLong],
    ['a long block text', () => `a: |\n${fill(' x\n')}`, tooLong],
    ['backslashes', () => `"${fill('\\')}"`, tooLong],
    ['bad escapes', () => `"${fill('\\q', 999_000)}"`, 'Invalid escape sequence \\q'],
    ['documents', () => fill('---\n'), 'Only one document is allowed'],
    ['tag directives', () => fill('%TAG ! x\n'), 'No directive but %YAML 1.2 is allowed'],
    ['U+0000 at the end', () => `${fill('\n')}\0`, 'The character U+0000 is not allowed'],
  ])('%s', (_name, text, message) => {
    const hostile = text()
    const read = readYaml(hostile)
    expect('problems' in read && read.problems[0]?.message).toBe(message)
  })
})

describe('aliases count towards the limits of a document', () => {
  test.each<[string, string, string]>([
    ['a chain that doubles', `a-1: &a-1 [1]\n${chain(40)}`, tooMany],
    ['a text many times', `a: &a ${fill('x', 60_000)}\nb: [${fill('*a,', 30_000)}]`, tooLong],
    ['a list many times', `a: &a [${fill('1,', 2000)}]\nb: [${fill('*a,', 300)}]`, tooMany],
  ])('%s', (_name, text, message) => {
    const read = readYaml(text)
    expect('problems' in read && read.problems[0]?.message).toBe(message)
  })
})

describe('a template as large as a document may be is read', () => {
  // Five values a slot: the item, two keys, two texts.
  const count = 3990
  const many = (slot: (index: number) => string) =>
    `trail:\n  attestations:\n${Array.from({ length: count }, (_, i) => slot(i)).join('')}`

  test.each<[string, string]>([
    ['block style', many((i) => `    - name: a${i}\n      type: junit\n`)],
    ['flow style', many((i) => `    - {name: "a${i}", type: 'custom:x'}\n`)],
  ])('%s', (_name, text) => {
    const read = parseTemplate(text)
    expect('template' in read && read.template.trail.attestations).toHaveLength(count)
  })
})

describe('a valid template padded to 1.25 MB is read', () => {
  const template = 'version: 1\ntrail:\n  attestations:\n    - name: a\n      type: junit\n'
  const slot = { name: 'a', type: 'junit' }
  const line = template.indexOf('    - name')
  const inside = (padding: string) => template.slice(0, line) + padding + template.slice(line)

  test.each<[string, string]>([
    ['comments below', template + fill('# a comment\n')],
    ['short comments below', template + fill('#\n')],
    ['one long comment of 10 MB', `${template}#${fill('x', 10 * 1024 * 1024)}`],
    ['a comment above', fill('# é\n') + template],
    ['blank lines below', template + fill('\n')],
    ['blank lines of Windows', template + fill('\r\n')],
    ['blanks inside', inside(fill('   \n'))],
    ['blank lines, then comments inside', inside(fill('\n', size / 2) + fill(' #\n', size / 2))],
    ['spaces at the end', template + fill(' ')],
  ])('%s', (_name, text) => {
    const read = parseTemplate(text)
    expect('template' in read && read.template.trail.attestations).toEqual([slot])
  })

  test('line numbers count the padding', () => {
    const read = parseTemplate(`${inside(fill('\n', 1_000_000))}      more: 1\n`)
    expect('problems' in read && read.problems).toMatchObject([{ line: 1_000_006, column: 13 }])
  })
})
