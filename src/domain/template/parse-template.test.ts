import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Template } from '#contract/template/template.ts'
import { emptyTemplate, parseTemplate, templateOfNames } from './parse-template.ts'

const slotPattern = String.raw`^(generic|junit|snyk|pull_request|jira|sonar|decision|sbom|\*|custom:[a-zA-Z0-9][a-zA-Z0-9.\-_~]*)$`
const badType = (input: string) => `String should match pattern '${slotPattern}' [input: ${input}]`

function problemsIn(text: string): string[] {
  const read = parseTemplate(text)
  if ('template' in read) return []
  return read.problems.map(({ line, path, message }) => `${line} ${path}: ${message}`)
}

const trail = (
  attestations: Template['trail']['attestations'],
  artifacts: Template['trail']['artifacts'] = [],
) => ({
  ...emptyTemplate,
  trail: { attestations, artifacts },
})

const full = `# our pipeline
version: 1
trail:
  attestations:
    - name: pull-request
      type: pull_request
    - {name: approval, type: decision}
  artifacts:
    - name: app.image
      attestations:
        - name: unit-test
          type: junit
        - name: scan
          type: custom:trivy.v2
        - name: any
          type: "*"
    - name: docs
`

describe('a valid template', () => {
  test.each<[string, string, Template]>([
    ['an empty file', '', emptyTemplate],
    ['only comments', '# later\n', emptyTemplate],
    ['only the version', 'version: 1', emptyTemplate],
    ['no version', 'trail: {}', emptyTemplate],
    ['a null trail', 'trail:', emptyTemplate],
    [
      'everything',
      full,
      trail(
        [
          { name: 'pull-request', type: 'pull_request' },
          { name: 'approval', type: 'decision' },
        ],
        [
          {
            name: 'app.image',
            attestations: [
              { name: 'unit-test', type: 'junit' },
              { name: 'scan', type: 'custom:trivy.v2' },
              { name: 'any', type: '*' },
            ],
          },
          { name: 'docs', attestations: [] },
        ],
      ),
    ],
    [
      'one name in several lists',
      `trail:
  attestations: [{name: a, type: snyk}]
  artifacts:
    - {name: a, attestations: [{name: a, type: jira}]}
    - {name: b, attestations: [{name: a, type: sonar}]}`,
      trail(
        [{ name: 'a', type: 'snyk' }],
        [
          { name: 'a', attestations: [{ name: 'a', type: 'jira' }] },
          { name: 'b', attestations: [{ name: 'a', type: 'sonar' }] },
        ],
      ),
    ],
  ])('%s', (_name, text, template) => {
    expect(parseTemplate(text)).toEqual({ template })
  })
})

const slot = (text: string) => `trail:\n  attestations:\n    - ${text}`

describe('an invalid template', () => {
  test.each<[string, string, string[]]>([
    ['another version', 'version: 2', ['1 version: Input should be 1 [input: 2]']],
    [
      'a version as text',
      "version: '1'",
      ['1 version: Input should be a valid integer [input: 1]'],
    ],
    ['a version that is true', 'version: true', ['1 version: Input should be 1 [input: true]']],
    ['a version without value', 'version:', ['1 version: Input should be 1 [input: null]']],
    ['a list', '- a', ['1 : Input should be a valid object [input: ["a"]]']],
    ['a text', 'hello', ['1 : Input should be a valid object [input: hello]']],
    [
      'unknown keys',
      'name: x\nversion: 1\nsteps:\n  - a',
      [
        '1 name: Extra inputs are not permitted [input: x]',
        '3 steps: Extra inputs are not permitted [input: ["a"]]',
      ],
    ],
    [
      'a key of Object.prototype',
      'constructor: 1',
      ['1 constructor: Extra inputs are not permitted [input: 1]'],
    ],
    [
      'a trail that is a list',
      'trail: []',
      ['1 trail: Input should be a valid object [input: []]'],
    ],
    [
      'an unknown key in the trail',
      'trail:\n  steps: 1',
      ['2 trail.steps: Extra inputs are not permitted [input: 1]'],
    ],
    [
      'attestations that are a map',
      'trail:\n  attestations:\n    a: 1',
      ['2 trail.attestations: Input should be a valid list [input: {"a":1}]'],
    ],
    [
      'attestations without value',
      'trail:\n  attestations:',
      ['2 trail.attestations: Input should be a valid list [input: null]'],
    ],
    [
      'a slot that is a text',
      slot('a'),
      ['3 trail.attestations.0: Input should be a valid object [input: a]'],
    ],
    [
      'a slot without name and type',
      slot('{}'),
      [
        '3 trail.attestations.0.name: Field required',
        '3 trail.attestations.0.type: Field required',
      ],
    ],
    [
      'an unknown key in a slot',
      slot('name: a\n      type: junit\n      if: b'),
      ['5 trail.attestations.0.if: Extra inputs are not permitted [input: b]'],
    ],
    [
      'an empty name',
      slot("{name: '', type: junit}"),
      ["3 trail.attestations.0.name: String should match pattern '^[a-zA-Z0-9\\-_,]+$' [input: ]"],
    ],
    [
      'an attestation name with a dot',
      slot('{name: a.b, type: junit}'),
      [
        "3 trail.attestations.0.name: String should match pattern '^[a-zA-Z0-9\\-_,]+$' [input: a.b]",
      ],
    ],
    [
      'a name that is a number',
      slot('{name: 1, type: junit}'),
      ['3 trail.attestations.0.name: Input should be a valid string [input: 1]'],
    ],
    [
      'an unknown type',
      slot('{name: a, type: pytest}'),
      [`3 trail.attestations.0.type: ${badType('pytest')}`],
    ],
    [
      'system:decision',
      slot('{name: a, type: system:decision}'),
      [`3 trail.attestations.0.type: ${badType('system:decision')}`],
    ],
    [
      'custom without a type name',
      slot('{name: a, type: "custom:"}'),
      [`3 trail.attestations.0.type: ${badType('custom:')}`],
    ],
    [
      'an artifact without name',
      'trail:\n  artifacts:\n    - attestations: []',
      ['3 trail.artifacts.0.name: Field required'],
    ],
    [
      'a bad artifact name',
      'trail:\n  artifacts:\n    - name: a b',
      ["3 trail.artifacts.0.name: String should match pattern '^[a-zA-Z0-9\\-_,.]+$' [input: a b]"],
    ],
    [
      'an unknown key in an artifact',
      'trail:\n  artifacts:\n    - name: a\n      path: b',
      ['4 trail.artifacts.0.path: Extra inputs are not permitted [input: b]'],
    ],
    [
      'a name twice in the trail',
      slot('{name: a, type: junit}\n    - {name: a, type: snyk}'),
      ["4 trail.attestations.1.name: Duplicate name 'a'"],
    ],
    [
      'a name twice in an artifact',
      `trail:
  artifacts:
    - name: x
      attestations:
        - {name: a, type: junit}
        - {name: a, type: junit}`,
      ["6 trail.artifacts.0.attestations.1.name: Duplicate name 'a'"],
    ],
    [
      'an artifact twice',
      'trail:\n  artifacts:\n    - name: x\n    - name: x',
      ["4 trail.artifacts.1.name: Duplicate name 'x'"],
    ],
    ['a key twice', 'version: 1\nversion: 1', ["2 version: Duplicate key 'version'"]],
    [
      'a syntax error',
      'trail:\n  artifacts: [',
      ['2 : Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
    [
      'all of it, by line',
      `x: 1
version: 3
trail:
  artifacts:
    - name: a
      attestations: [{name: q}]
    - name: a
  attestations: 5`,
      [
        '1 x: Extra inputs are not permitted [input: 1]',
        '2 version: Input should be 1 [input: 3]',
        '6 trail.artifacts.0.attestations.0.type: Field required',
        "7 trail.artifacts.1.name: Duplicate name 'a'",
        '8 trail.attestations: Input should be a valid list [input: 5]',
      ],
    ],
  ])('%s', (_name, text, problems) => {
    expect(problemsIn(text)).toEqual(problems)
  })

  it('reports at most the first 50 problems', () => {
    const found = problemsIn(`trail:\n  attestations:\n${'    - {}\n'.repeat(1000)}`)
    expect(found).toHaveLength(50)
    expect(found[49]).toBe('27 trail.attestations.24.type: Field required')
  })

  it('cuts long values and paths', () => {
    const read = parseTemplate(`"${'k'.repeat(900)}": ${'v'.repeat(9000)}`)
    expect(JSON.stringify(read).length).toBeLessThan(1500)
  })
})

const any = (...names: string[]) => names.map((name) => ({ name, type: '*' }))

describe('a legacy list of names', () => {
  test.each<[string, string[], Template['every_artifact']]>([
    ['each is required on every artifact, of any type', ['unit', 'scan'], any('unit', 'scan')],
    ['artifact itself aside', ['artifact', 'unit'], any('unit')],
    ['a name twice counts once', ['unit', 'unit'], any('unit')],
    ['no names', [], []],
  ])('%s', (_name, names, expected) => {
    expect(templateOfNames(names)).toEqual({ ...emptyTemplate, every_artifact: expected })
  })
})

describe('properties', () => {
  const cutAndPaste = fc.record({
    at: fc.nat(full.length),
    drop: fc.nat(6),
    insert: fc.string({ maxLength: 4, unit: 'binary' }),
  })
  const mutated = fc
    .array(cutAndPaste, { minLength: 1, maxLength: 4 })
    .map((edits) =>
      edits.reduce(
        (text, { at, drop, insert }) => text.slice(0, at) + insert + text.slice(at + drop),
        full,
      ),
    )

  test('any text gives a template or problems', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string({ unit: 'binary' })), (text) => {
        const read = parseTemplate(text)
        if ('template' in read) return
        expect(read.problems.length).toBeGreaterThan(0)
        const lines = read.problems.map((problem) => problem.line)
        expect(lines).toEqual(lines.toSorted((a, b) => a - b))
        expect(lines.at(-1)).toBeLessThanOrEqual(text.split('\n').length)
        for (const { message } of read.problems) expect(message.isWellFormed()).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  const name = fc.stringMatching(/^[a-zA-Z0-9\-_,]{1,12}$/)
  const slots = fc.uniqueArray(
    fc.record({ name, type: fc.constantFrom('generic', 'junit', '*', 'decision', 'custom:x.y') }),
    { selector: (it) => it.name },
  )
  const artifacts = fc.uniqueArray(fc.record({ name, attestations: slots }), {
    selector: (it) => it.name,
  })

  test('templates written as JSON are parsed to the same', () => {
    fc.assert(
      fc.property(slots, artifacts, (attestations, list) => {
        const text = JSON.stringify(
          { version: 1, trail: { attestations, artifacts: list } },
          null,
          1,
        )
        expect(parseTemplate(text)).toEqual({ template: trail(attestations, list) })
      }),
    )
  })
})
