import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemsOfExpression, regexBudgetOfPolicy } from './check-expression.ts'
import { compileExpression } from './evaluate-expression.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'

const check = (text: string) => problemsOfExpression(text, regexBudgetOfPolicy())
const firstMessage = (text: string) => check(text)[0]?.message
const tooDeep = 'The expression is nested deeper than 50 levels'
const tooLarge = 'The regular expression is too large'

describe('hostile text is refused quickly', () => {
  test.each<[string, string, string]>([
    ['too long', `${' '.repeat(20_000)}x`, 'The expression is over 20000 characters'],
    ['open parentheses', '('.repeat(20_000), tooDeep],
    ['negations', 'not '.repeat(5000), tooDeep],
    ['open lists', '1 in '.concat('['.repeat(19_000)), tooDeep],
    ['open calls', 'exists('.repeat(2800), tooDeep],
    ['quotes', '"'.repeat(20_000), 'Expected the end, not a text'],
    ['backslashes', `"${'\\'.repeat(19_999)}`, 'The text that starts here has no closing "'],
    ['digits', '1'.repeat(20_000), 'Expected something true or false, not a number'],
    ['a long name', 'a.b'.repeat(6000), `Unknown name \`${'a.b'.repeat(34).slice(0, 100)}\``],
    ['a long pattern', `matches(flow.name, "${'a'.repeat(1001)}")`, tooLarge],
    ['many repetitions', `matches(flow.name, "${'x{1000}'.repeat(100)}")`, tooLarge],
    ['a large repeated group', `matches(flow.name, "(${'a'.repeat(500)}){1000}")`, tooLarge],
    [
      'a large program',
      String.raw`matches(flow.name, "([a-c]b?c?d?e?){95}{1}(ab){95}(\\d\\w){95}")`,
      tooLarge,
    ],
  ])('%s', (_name, text, message) => {
    expect(firstMessage(text)).toBe(message)
  })

  test('long chains are parsed', () => {
    expect(check(Array(1100).fill('flow == null').join(' or '))).toEqual([])
  })

  test('conditions with thousands of faults', () => {
    const faults = Array(4000).fill('a').join(' or ')
    const rules = Array(45).fill(`    - {type: junit, if: '\${{ ${faults} }}'}\n`)
    const text = `_schema: https://x/v1\nartifacts:\n  attestations:\n${rules.join('')}`
    const read = parsePolicy(text)
    expect('problems' in read && read.problems).toHaveLength(50)
  })

  test('the patterns of a policy have a limited total size', () => {
    const rules = Array.from(
      { length: 500 },
      (_, index) =>
        `    - {type: junit, if: '\${{ matches(flow.name, "${'a'.repeat(800)}${index}") }}'}\n`,
    )
    const text = `_schema: https://x/v1\nartifacts:\n  attestations:\n${rules.join('')}`
    const read = parsePolicy(text)
    expect('problems' in read && read.problems.map(({ message }) => message)).toEqual([
      'The regular expressions of this policy are too large together',
    ])
  })
})

describe('a regular expression takes time linear in the text', () => {
  test.each(['(a+)+$', '(a|aa)+$', '(a*)*b', '(.*a){10}$', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s',
    (pattern) => {
      const text = `matches(artifact.name, "${pattern}")`
      expect(check(text)).toEqual([])
      const name = `${'a'.repeat(50_000)}!`
      const artifact = { name, fingerprint: '' }
      const matches = compileExpression(text, true)({ flow: null, artifact })
      expect(matches).toBe(false)
    },
  )

  test('also one that comes from a tag', () => {
    const test = compileExpression('matches(artifact.name, flow.tags.p)', true)
    const artifact = { name: 'x'.repeat(1000), fingerprint: '' }
    const matches = test({ flow: { name: 'f', tags: { p: 'x{1000}'.repeat(1000) } }, artifact })
    expect(matches).toBe(false)
  })
})

describe('properties', () => {
  const piece = fc.constantFrom(
    ...['or', 'and', 'not', 'in', 'true', 'null', 'flow', 'flow.name', 'flow.tags.a', '(', ')'],
    ...['artifact.name', '[', ']', ',', '==', '<', '"x"', "'y'", '1', '-1.5', 'exists(', '"', '\\'],
    ...['matches(', 'x', '$', '${{', '}}', '\n', '\0', '\ud800', '.', '"(a+)+$"', '"("'],
  )
  const soup = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(' '))
  const anyText = fc.oneof(soup, fc.string({ unit: 'binary' }))

  test('any text is parsed or refused with a position; parsed ones can be evaluated', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, hasFlow) => {
        const problems = check(text)
        for (const { at, message } of problems) {
          expect(at).toBeGreaterThanOrEqual(0)
          expect(at).toBeLessThanOrEqual(text.length)
          expect(message).not.toBe('')
        }
        const flow = hasFlow ? { name: 'x', tags: { a: '1' } } : null
        const test = compileExpression(text, true)
        expect(test({ flow, artifact: { name: 'x', fingerprint: 'y' } })).toBeTypeOf('boolean')
      }),
      { numRuns: 300 },
    )
  })

  test('any text as a condition gives a policy or problems with positions', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const quoted = JSON.stringify(`\${{ ${text} }}`)
        const read = parsePolicy(
          `_schema: https://x/v1\nartifacts:\n  attestations: [{type: junit, if: ${quoted}}]`,
        )
        if ('policy' in read) return
        for (const { line, column } of read.problems) {
          expect(line).toBe(3)
          expect(column).toBeGreaterThan(0)
        }
      }),
      { numRuns: 200 },
    )
  })
})
