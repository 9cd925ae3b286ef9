import { describe, expect, it, test } from 'vitest'
import { problemsOfExpression, regexBudgetOfPolicy } from './check-expression.ts'
import { compileExpression, type ExpressionContext } from './evaluate-expression.ts'

const tags = {
  risk: 'high',
  'risk-level': '10',
  'a.b~c_d': 'x',
  score: '9.50',
  odd: 'a "b"',
  pattern: '^app-',
  broken: '(',
}
const known: ExpressionContext = {
  flow: { name: 'payments', tags },
  artifact: { name: 'app-1', fingerprint: 'f'.repeat(64) },
}
const unknown: ExpressionContext = { ...known, flow: null }

const problemsIn = (text: string) =>
  problemsOfExpression(text, regexBudgetOfPolicy()).map(({ at, message }) => `${at} ${message}`)

describe('the value of an expression', () => {
  test.each<[string, boolean, boolean]>([
    // expression, with the flow, without it
    ['true', true, true],
    ['false', false, false],
    ['flow.name == "payments"', true, false],
    ["flow.name == 'payments'", true, false],
    ['flow.name != "payments"', false, true],
    ['"payments" == flow.name', true, false],
    ['artifact.name == "app-1"', true, true],
    [`artifact.fingerprint == "${'f'.repeat(64)}"`, true, true],
    ['flow.tags.risk == "high"', true, false],
    ['flow.tags.a.b~c_d == "x"', true, false],
    ['flow.tags.none == null', true, true],
    ['flow.tags.none != null', false, false],
    ['flow.tags.constructor == null', true, true],
    ['flow.name == null', false, true],
    ['flow == null', false, true],
    ['flow != null', true, false],
    ['null == null', true, true],
    ['1 == 1.0', true, true],
    ['1 == "1"', false, false],
    ['"1" < 2', false, false],
    ['true == true', true, true],
    ['true < false', false, false],
    // numbers and tags that look like them
    ['flow.tags.risk-level == 10', true, false],
    ['flow.tags.risk-level == 10.0', true, false],
    ['flow.tags.risk-level == "10"', true, false],
    ['flow.tags.risk-level == "10.0"', false, false],
    ['flow.tags.risk-level > 9', true, false],
    ['flow.tags.risk-level < "9"', true, false],
    ['9 < flow.tags.risk-level', true, false],
    ['flow.tags.score >= 9.5', true, false],
    ['flow.tags.score <= 9.5', true, false],
    ['flow.tags.risk > 1', false, false],
    ['flow.tags.risk < 1', false, false],
    ['flow.tags.risk == 1', false, false],
    ['flow.tags.risk-level in [10, 20]', true, false],
    ['flow.tags.risk-level in ["10"]', true, false],
    ['flow.tags.risk-level in [flow.tags.score, 10]', true, true],
    ['flow.tags.risk-level in [20, "high"]', false, false],
    ['-1 < 0', true, true],
    ['1e3 == 1000', true, true],
    // values without an order
    ['flow.name < null', false, false],
    ['null <= null', false, false],
    ['flow.name >= "p"', true, false],
    ['not flow.name >= "p"', false, true],
    // lists
    ['artifact.name in ["a", "app-1"]', true, true],
    ['artifact.name not in ["a", "app-1"]', false, false],
    ['flow.name in []', false, false],
    ['flow.name not in []', true, true],
    ['flow.tags.none in [null]', true, true],
    ['flow.name in [null, "x"]', false, true],
    ['artifact.name in [flow.name, artifact.name]', true, true],
    ['artifact.name in [flow.name, "z"]', false, false],
    ['artifact.name not in [flow.name, "z"]', true, true],
    ['(artifact.name == "app-1") in [true]', true, true],
    // functions
    ['exists(flow)', true, false],
    ['exists(flow.tags.risk)', true, false],
    ['exists(flow.tags.none)', false, false],
    ['exists(null)', false, false],
    ['exists(artifact.name)', true, true],
    ['matches(artifact.name, "^app-[0-9]+$")', true, true],
    ['matches(artifact.name, "p-")', true, true],
    ['matches(artifact.name, "^p-")', false, false],
    [String.raw`matches(artifact.name, '\d$')`, true, true],
    [String.raw`matches(flow.tags.odd, "\"b\"")`, true, false],
    ['matches(flow.name, ".*")', true, false],
    ['matches(artifact.name, flow.tags.pattern)', true, false],
    ['matches(artifact.name, flow.tags.broken)', false, false],
    ['matches(null, ".*")', false, false],
    ['matches(artifact.name, null)', false, false],
    // operator precedence
    ['true or false and false', true, true],
    ['(true or false) and false', false, false],
    ['not false and false', false, false],
    ['not (false and false)', true, true],
    ['not not true', true, true],
    ['not artifact.name == "x"', true, true],
    ['not artifact.name in ["x"]', true, true],
    ['false or flow.name == "payments" and artifact.name == "app-1"', true, false],
    [' \n true\tor\r\nfalse ', true, true],
  ])('%s', (text, withFlow, withoutFlow) => {
    expect(problemsIn(text)).toEqual([])
    const test = compileExpression(text, false)
    expect([test(known), test(unknown)]).toEqual([withFlow, withoutFlow])
  })

  it.each([
    [String.raw`'it\'s'`, "it's"],
    [String.raw`"a\"b"`, 'a"b'],
    [String.raw`"a'b"`, "a'b"],
    [String.raw`'\d\\'`, String.raw`\d\\`],
  ])('the text %s', (literal, text) => {
    const test = compileExpression(`artifact.name == ${literal}`, false)
    expect(test({ flow: null, artifact: { name: text, fingerprint: '' } })).toBe(true)
  })
})

describe('an invalid expression', () => {
  test.each<[string, string[]]>([
    ['', ['0 Expected a value, not the end']],
    ['flow.name ==', ['12 Expected a value, not the end']],
    ['and true', ['0 Expected a value, not `and`']],
    ['true and', ['8 Expected a value, not the end']],
    ['true false', ['5 Expected the end, not `false`']],
    ['true "x"', ['5 Expected the end, not a text']],
    ['(true', ['5 Expected `)`, not the end']],
    ['true)', ['4 Expected the end, not `)`']],
    ['exists(flow', ['11 Expected `,` or `)`, not the end']],
    ['flow.name in ["a" "b"]', ['18 Expected `,` or `]`, not a text']],
    ['flow.name in ["a",]', ['18 Expected a value, not `]`']],
    ['1 == 1 == 1', ['7 Comparisons cannot follow each other: use `and`']],
    ['flow.name == "a', ['13 The text that starts here has no closing "']],
    ['flow.name == \'a"', ["13 The text that starts here has no closing '"]],
    ['flow.name = "a"', ['10 Unexpected "="']],
    ['flow.name == 1x', ['13 Unexpected "1"']],
    ['true && true', ['5 Unexpected "&"']],
    ['true | true', ['5 Unexpected "|"']],
    ['flow.tags["a"] == "b"', ['9 Expected the end, not `[`']],
    ['True', ['0 Unknown name `True`']],
    ['true AND true', ['5 Expected the end, not `AND`']],
    ['\u00e9', ['0 Unexpected "\u00e9"']],
    // names
    ['name == "a"', ['0 Unknown name `name`']],
    ['flow.id == "a"', ['0 Unknown name `flow.id`']],
    ['exists(flow.tags)', ['7 Unknown name `flow.tags`']],
    ['flow.tags.-a == "b"', ['0 Unknown name `flow.tags.-a`']],
    ['artifact.constructor == "b"', ['0 Unknown name `artifact.constructor`']],
    ['exist(flow)', ['0 Unknown function `exist`']],
    ['a == b', ['0 Unknown name `a`', '5 Unknown name `b`']],
    ['exists(toString)', ['7 Unknown name `toString`']],
    // values that are not boolean
    ['flow', ['0 Expected something true or false, not a flow']],
    ['flow.name', ['0 Expected something true or false, not a text']],
    ['flow.tags.a', ['0 Expected something true or false, not a text']],
    ['"true"', ['0 Expected something true or false, not a text']],
    ['1', ['0 Expected something true or false, not a number']],
    ['null', ['0 Expected something true or false, not null']],
    ['[true]', ['0 Expected something true or false, not a list']],
    ['true or flow.name', ['8 Expected something true or false, not a text']],
    ['not flow.name', ['4 Expected something true or false, not a text']],
    // functions and lists
    ['exists()', ['0 `exists` takes 1 value, not 0']],
    ['exists(flow, flow)', ['0 `exists` takes 1 value, not 2']],
    ['matches(flow.name)', ['0 `matches` takes 2 values, not 1']],
    ['matches(1, "a")', ['8 `matches` takes texts, not a number']],
    ['matches(flow, "a")', ['8 `matches` takes texts, not a flow']],
    ['exists([1])', ['7 A list can only stand after `in`']],
    ['[1] == [1]', ['0 A list can only stand after `in`', '7 A list can only stand after `in`']],
    ['1 in [[1]]', ['6 A list can only stand after `in`']],
    ['"a" in flow.name', ['7 Expected a list after `in`, not a text']],
    ['"a" not in "abc"', ['11 Expected a list after `in`, not a text']],
    // regular expressions
    ['matches(flow.name, "(")', ['19 Not a regular expression: missing closing ): `(`']],
    [
      'matches(flow.name, "a(?=b)")',
      ['19 Not a regular expression: invalid or unsupported Perl syntax: `(?=`'],
    ],
  ])('%s', (text, problems) => {
    expect(problemsIn(text)).toEqual(problems)
  })

  it('tests an invalid text as the given result', () => {
    expect(compileExpression('(', true)(known)).toBe(true)
    expect(compileExpression('(', false)(known)).toBe(false)
  })
})
