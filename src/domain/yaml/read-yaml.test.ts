import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { readYaml } from './read-yaml.ts'

function valueIn(text: string): unknown {
  const read = readYaml(text)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.document.value
}

function problemsIn(text: string): string[] {
  const read = readYaml(text)
  if ('document' in read) return []
  return read.problems.map(
    ({ line, column, path, message }) => `${line}:${column} ${path && `${path} `}${message}`,
  )
}

describe('valid documents', () => {
  test.each<[string, string, unknown]>([
    ['an empty text', '', null],
    ['nothing but comments', '# one\n\n  # two', null],
    ['a document marker alone', '---\n', null],
    ['a byte order mark', '\ufeffa: 1', { a: 1 }],
    ['line ends of Windows', 'a: 1\r\n\r\n# c\r\nb:\r\n  - x\r\n', { a: 1, b: ['x'] }],
    ['the core schema', 'a: 0x10\nb: ~\nc: TRUE\nd: 1e3', { a: 16, b: null, c: true, d: 1000 }],
    ['yes and off as text', 'a: yes\nb: off', { a: 'yes', b: 'off' }],
    ['a date as text', 'a: 2026-11-21', { a: '2026-11-21' }],
    ['keys as text', '1: a\ntrue: b', { 1: 'a', true: 'b' }],
    ['names of Object.prototype', 'constructor: 1\ntoString: 2', { constructor: 1, toString: 2 }],
    ['flow collections', '{a: [1, "x"], b: {c: }}', { a: [1, 'x'], b: { c: null } }],
    ['an alias', 'a: &x [1, 2]\nb: *x', { a: [1, 2], b: [1, 2] }],
    ['an alias of a key', '&x a: *x', { a: 'a' }],
    ['the nearest anchor before', 'a: &x 1\nb: &x 2\nc: *x', { a: 1, b: 2, c: 2 }],
    ['core tags', 'a: !!str 1\nb: !!seq [1]', { a: '1', b: [1] }],
    ['a version directive', '%YAML 1.2\n---\na: 1', { a: 1 }],
    ['the core schema whatever the version', '%YAML 1.1\n---\na: yes', { a: 'yes' }],
    ['the end of a document', 'a: 1\n...\n', { a: 1 }],
    ['comments that are text', 'a: |\n  # one\n\n  two\n# c\n', { a: '# one\n\ntwo\n' }],
    ['blank lines that are kept', 'a: |+\n  x\n\n\nb: y\n\n\n  z', { a: 'x\n\n\n', b: 'y\n\nz' }],
    ['an outdented comment before a value', 'c:\n\n#\n  x\na: 1', { c: 'x', a: 1 }],
    ['comments inside a flow', '[a,\n  # c\n\n  b]', ['a', 'b']],
    ['an escaped character', 'a: "\\u00e9\\U0001F600\\x41"', { a: 'é😀A' }],
    ['50 levels', '['.repeat(50) + ']'.repeat(50), JSON.parse('['.repeat(50) + ']'.repeat(50))],
  ])('%s', (_name, text, value) => {
    expect(valueIn(text)).toEqual(value)
  })
})

describe('invalid documents', () => {
  test.each<[string, string, string[]]>([
    ['a syntax error', 'a: 1\nb: [1', ['2:6 Flow sequence in block collection']],
    ['an open quote', 'a: "x', ['1:6 Missing closing "quote']],
    ['a reserved character', 'a: @x', ['1:4 Plain value cannot start with reserved character @']],
    ['a tab as indentation', 'a:\n\t- b', ['2:1 Tabs are not allowed as indentation']],
    ['text after a value', 'a: "x" y', ['1:8 Unexpected scalar at node end']],
    ['a second document', 'a: 1\n---\nb: 2', ['2:1 Only one document is allowed']],
    ['a second, empty document', '--- 1\n---\n', ['2:1 Only one document is allowed']],
    ['a duplicate key', 'x:\n  a: 1\n  a: 2', ["3:3 x.a Duplicate key 'a'"]],
    ['a duplicate key, quoted', '1: a\n"1": b', ["2:1 1 Duplicate key '1'"]],
    ['a key that is a list', '? [a]\n: b', ['1:3 Keys should be text']],
    ['a merge key', 'a: &x {b: 1}\nc:\n  <<: *x', ['3:3 c.<< Merge keys are not supported']],
    ['__proto__', 'a: 1\n__proto__: 2', ["2:1 __proto__ The key '__proto__' is not allowed"]],
    ['an unknown alias', 'a: *x', ["1:4 a The alias '*x' has no anchor before it"]],
    ['an alias inside itself', '&x [1, *x]', ["1:8 1 The alias '*x' has no anchor before it"]],
    ['an alias inside another of its name', 'a: &x 1\nb: &x [*x]', ["2:8 b.0 The alias '*x' has"]],
    ['a custom tag', 'a: !foo 1', ['1:4 Unresolved tag: !foo']],
    ['a tag of another schema', 'a: !!binary aGk=', ['1:4 Unresolved tag: tag:yaml.org']],
    ['a tag directive', '%TAG ! x:\n--- 1', ['1:1 No directive but %YAML 1.2 is allowed']],
    ['a later version', '%YAML 2.0\n--- 1', ['1:1 No directive but %YAML 1.2 is allowed']],
    ['U+0000', 'a: 1\nb: x\0', ['2:5 The character U+0000 is not allowed']],
    ['U+0000 in a comment', '#\n# \0', ['2:3 The character U+0000 is not allowed']],
    ['a control character', 'a: \u001f', ['1:4 The character U+001F is not allowed']],
    ['a lone surrogate', 'a: 😀\ud83d', ['1:6 The character U+D83D is not allowed']],
    ['an escaped U+0000', 'a: "\\0"', ['1:4 a The character U+0000 is not allowed']],
    ['an escaped surrogate', '"\\ud800": 1', ['1:1 \ud800 The character U+D800 is not allowed']],
    ['a bad escape', 'a: "\\n\\q"', ['1:7 Invalid escape sequence \\q']],
    ['51 levels in a flow', '['.repeat(51), ['1:51 The document is nested deeper than 50']],
    ['51 levels in a block', '- '.repeat(51), ['1:101 The document is nested deeper than 50']],
    ['all of it, by line', 'b: 1\nb: 2\na: *x\n', ["2:1 b Duplicate key 'b'", '3:4 a The alias']],
  ])('%s', (_name, text, problems) => {
    const found = problemsIn(text)
    expect(found).toHaveLength(problems.length)
    problems.forEach((problem, index) => expect(found[index]).toContain(problem))
  })

  it('reports at most 50 problems', () => {
    expect(problemsIn('a: *x\n'.repeat(500))).toHaveLength(50)
  })

  it('cuts long values', () => {
    const [problem] = problemsIn(`a: *${'x'.repeat(10_000)}`)
    expect(problem!.length).toBeLessThan(200)
  })
})

describe('positions', () => {
  const text = [
    '# head',
    '',
    'version: 1',
    'trail:',
    '  # a comment',
    '  attestations:',
    '    - name: a # trailing',
    '',
    '      type: "x"',
    '    -   {name: b, type: y}',
    '  note: |',
    '    one',
    '    two',
    '  shared: &s',
    '    k: v',
    '  again: *s',
    '  last:',
  ].join('\n')
  const read = readYaml(text)

  test.each<[string, PropertyKey[], [number, number]]>([
    ['the whole', [], [3, 1]],
    ['a value beside its key', ['version'], [3, 10]],
    ['a value below its key, at the key', ['trail'], [4, 1]],
    ['a list below its key, at the key', ['trail', 'attestations'], [6, 3]],
    ['an item', ['trail', 'attestations', 0], [7, 7]],
    ['a value in an item', ['trail', 'attestations', 0, 'type'], [9, 13]],
    ['a flow item', ['trail', 'attestations', 1], [10, 9]],
    ['a value in a flow', ['trail', 'attestations', 1, 'type'], [10, 25]],
    ['a block text', ['trail', 'note'], [11, 9]],
    ['what follows a block text', ['trail', 'shared'], [14, 3]],
    ['an alias', ['trail', 'again'], [16, 10]],
    ['inside an alias, at the anchor', ['trail', 'again', 'k'], [15, 8]],
    ['a value that is not written', ['trail', 'last'], [17, 8]],
    ['nothing: the nearest ancestor', ['trail', 'attestations', 0, 'more', 'x'], [7, 7]],
    ['nothing at the top', ['nowhere'], [3, 1]],
  ])('%s', (_name, path, [line, column]) => {
    if ('problems' in read) throw new Error('unreadable')
    expect(read.document.position(path)).toEqual({ line, column })
  })
})

describe('properties', () => {
  const piece = fc.constantFrom(
    ...['a', 'b: ', '- ', '? ', ': ', '\n', '\n  ', '# c\n', '[', ']', '{', '}', ', ', '"q"', "'"],
    ...['"', '|\n x\n', '>-\n f\n', '&x ', '*x', '!!str ', '!t ', '\t', '---\n', '...\n', '\r\n'],
    ...['%YAML 1.2\n', '\ufeff', '\0', '\ud800', '~', '1', '\\', '<<', '__proto__: ', '|+\n', '@'],
  )
  const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

  test('any text gives a value or problems with positions', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (text) => {
        const read = readYaml(text)
        if ('document' in read) {
          expect(read.document.position(['x', 0])).toBeTruthy()
          return
        }
        expect(read.problems.length).toBeGreaterThan(0)
        for (const { line, column, message } of read.problems) {
          expect(line).toBeGreaterThan(0)
          expect(column).toBeGreaterThan(0)
          expect(message).not.toBe('The document cannot be read')
        }
      }),
      { numRuns: 400 },
    )
  })

  const blank = fc.constantFrom('', '#', '  # c', '      # d', '   ', '# - a: [')
  const line = fc.constantFrom(
    'a: 1',
    'b: x',
    'c:',
    '  - 1',
    '  d: |',
    '    t',
    'e: "q',
    '  r"',
    '- z',
  )

  test('blank lines and comment lines change nothing: the library reads the same', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(line, blank), { maxLength: 12 }), (lines) => {
        const text = lines.join('\n')
        const read = readYaml(text)
        if ('problems' in read) return
        // YAML 1.2 (6.7) lets a comment before a value stand anywhere. After a blank line and one
        // without indentation the library (2.9) reads a plain value into the next key: indent it.
        const indented = text.replace(/^#/gm, '  #')
        expect(read.document.value).toEqual(parse(indented, { stringKeys: true }))
      }),
      { numRuns: 400 },
    )
  })
})
