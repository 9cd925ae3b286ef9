import { describe, expect, test } from 'vitest'
import type { AttestationRule, PolicyDocument } from '#contract/policy/policy-document.ts'
import { controlsOf, parsePolicy } from './parse-policy.ts'

const head = '_schema: https://example.com/policy/v1\n'
const notWritten = { required: false, exceptions: [], line: null }
const empty = { provenance: notWritten, trail_compliance: notWritten, attestations: [] }
const demand = (rule: Partial<AttestationRule>): AttestationRule => ({
  name: '*',
  type: '*',
  if: null,
  must_be_compliant: true,
  for_control: null,
  line: 0,
  ...rule,
})

function problemsIn(text: string): string[] {
  const read = parsePolicy(text)
  if ('policy' in read) return []
  return read.problems.map(({ line, path, message }) => `${line} ${path}: ${message}`)
}

const full = `# production
_schema: https://example.com/a/b/v1
artifacts:
  provenance:
    required: true
    exceptions:
      - if: \${{ artifact.name == "old" }}
      - if:
          text: flow.name == "legacy"
  trail-compliance:
    required: true
  attestations:
    - name: unit-test
      type: junit
      must_be_compliant: false
    - type: "custom:trivy.v2"
      if: "\${{ exists(flow) }}"
    - {name: review, type: "*"}
    - type: decision
      for_control: SOC-1
`

describe('a valid policy', () => {
  test.each<[string, string, PolicyDocument['artifacts']]>([
    ['nothing', head, empty],
    ['null for no rules', `${head}artifacts:`, empty],
    ['no rules', `${head}artifacts: {attestations: []}`, empty],
    [
      'a rule by its defaults',
      `${head}artifacts:\n  provenance: {}`,
      { ...empty, provenance: { ...notWritten, line: 3 } },
    ],
    [
      'null for what may be left out',
      `${head}artifacts:\n  attestations:\n    - {type: snyk, if: null, for_control: null}`,
      { ...empty, attestations: [demand({ type: 'snyk', line: 4 })] },
    ],
    [
      'everything',
      full,
      {
        provenance: {
          required: true,
          exceptions: [
            { if: { text: 'artifact.name == "old"' } },
            { if: { text: 'flow.name == "legacy"' } },
          ],
          exception_lines: [7, 8],
          line: 4,
        },
        trail_compliance: { required: true, exceptions: [], line: 10 },
        attestations: [
          demand({ name: 'unit-test', type: 'junit', must_be_compliant: false, line: 13 }),
          demand({ type: 'custom:trivy.v2', if: { text: 'exists(flow)' }, line: 16 }),
          demand({ name: 'review', line: 18 }),
          demand({ type: 'decision', for_control: 'SOC-1', line: 19 }),
        ],
      },
    ],
  ])('%s', (_name, text, artifacts) => {
    expect(parsePolicy(text)).toEqual({ policy: { artifacts } })
  })

  test.each([
    'https://example.com/v1',
    'http://any.host/a/path/v1',
    'https://example.com:8080/schemas/policy/environment/v1',
  ])('the schema %s', (schema) => {
    expect(parsePolicy(`_schema: ${schema}`)).toHaveProperty('policy')
  })
})

const rule = (text: string) => `${head}artifacts:\n  attestations:\n    - ${text}`
const slotPattern = String.raw`^(generic|junit|snyk|pull_request|jira|sonar|decision|sbom|\*|custom:[a-zA-Z0-9][a-zA-Z0-9.\-_~]*)$`
const at = '4 artifacts.attestations.0'

describe('an invalid policy', () => {
  test.each<[string, string, string[]]>([
    ['nothing at all', '', ['1 _schema: Field required']],
    ['a list', '- a', ['1 : Input should be a valid object [input: ["a"]]']],
    ['broken YAML', 'a: [', ['1 : Flow sequence in block collection must be']],
    ['a key twice', `${head}${head}`, ["2 _schema: Duplicate key '_schema'"]],
    ...['v1', 'https://v1', 'https://x/v2', 'https://x/v1/', 'https://x/v11', '/a/v1'].map(
      (schema): [string, string, string[]] => [
        `the schema ${schema}`,
        `_schema: ${schema}`,
        [`1 _schema: Input should be a URI whose last path segment is 'v1' [input: ${schema}]`],
      ],
    ),
    [
      'another key at the top',
      `${head}name: x`,
      ['2 name: Extra inputs are not permitted [input: x]'],
    ],
    [
      'other keys in a rule',
      `${head}artifacts:\n  provenance:\n    required: true\n    unless: x\n  trail_compliance: {}`,
      [
        '5 artifacts.provenance.unless: Extra inputs are not permitted [input: x]',
        '6 artifacts.trail_compliance: Extra inputs are not permitted [input: {}]',
      ],
    ],
    [
      'a text for a boolean',
      `${head}artifacts: {provenance: {required: "yes"}}`,
      ['2 artifacts.provenance.required: Input should be a valid boolean [input: yes]'],
    ],
    ['no type', rule('name: a'), [`${at}.type: Field required`]],
    [
      'an unknown type',
      rule('type: unit'),
      [`${at}.type: String should match pattern '${slotPattern}' [input: unit]`],
    ],
    [
      'an empty name',
      rule('{type: junit, name: ""}'),
      [String.raw`${at}.name: String should match pattern '^(\*|[a-zA-Z0-9\-_,]+)$' [input: ]`],
    ],
    [
      'any name of any type',
      rule('type: "*"'),
      ["4 artifacts.attestations.0.type: Name and type cannot both be '*'"],
    ],
    [
      'a control for another type',
      rule('{type: junit, for_control: C}'),
      [`${at}.for_control: Only an attestation of type 'decision' can be for a control [input: C]`],
    ],
    [
      'a control with a bad identifier',
      rule('{type: decision, for_control: a b}'),
      [`${at}.for_control: String should match pattern`],
    ],
    [
      'a condition outside of ${{ }}',
      rule('{type: junit, if: flow.name == "a"}'),
      [`${at}.if: Input should be an expression in \${{ }} [input: flow.name == "a"]`],
    ],
    ['a condition that is true', rule('{type: junit, if: true}'), [`${at}.if: Input should be`]],
    [
      'a condition with other keys',
      rule('{type: junit, if: {txt: a}}'),
      [`${at}.if: Input should be a valid string`],
    ],
    [
      'an exception without condition',
      `${head}artifacts: {provenance: {exceptions: [{}]}}`,
      ['2 artifacts.provenance.exceptions.0.if: '],
    ],
  ])('%s', (_name, text, problems) => {
    const found = problemsIn(text)
    expect(found).toHaveLength(problems.length)
    problems.forEach((problem, index) => expect(found[index]).toContain(problem))
  })
})

describe('positions of invalid conditions', () => {
  const placesIn = (text: string) => {
    const read = parsePolicy(text)
    return 'policy' in read ? [] : read.problems.map((it) => [it.path, it.line, it.column])
  }
  const path = 'artifacts.attestations.0.if'

  test.each<[string, string, [string, number, number]]>([
    ['plain', '${{ flow.nam == "a" }}', [path, 4, 28]],
    ['with more space', '${{   flow.nam == "a" }}', [path, 4, 30]],
    ['without space', '${{flow.nam == "a"}}', [path, 4, 27]],
    ['later on', '${{ flow.name == "a" and b }}', [path, 4, 49]],
    ['at the end', '${{ flow.name == }}', [path, 4, 40]],
    ['in double quotes', '"${{ flow.nam == null }}"', [path, 4, 29]],
    ['in single quotes', "'${{ flow.nam == null }}'", [path, 4, 29]],
    ['before an escape', String.raw`"${'${{'} nam == \"a\" }}"`, [path, 4, 29]],
    ['behind an escape', String.raw`"${'${{'} \"a\" == nam }}"`, [path, 4, 24]],
    ['in a block', '|\n          ${{ flow.nam == "a" }}', [path, 4, 24]],
    ['on the next line', '\n          ${{ flow.nam == "a" }}', [path, 4, 20]],
    ['on the first of two', '${{ nam == "a"\n          or true }}', [path, 4, 28]],
    ['on the second of two', '${{ true\n          or nam }}', [path, 4, 24]],
    ['in an object', '{text: nam == 1}', [`${path}.text`, 4, 31]],
    ['wrapped in an object', '{text: "${{ nam == 1 }}"}', [`${path}.text`, 4, 36]],
  ])('%s', (_name, value, place) => {
    expect(placesIn(rule(`type: junit\n      # why\n      if: ${value}`))).toEqual([
      [place[0], place[1] + 2, place[2] - 13],
    ])
  })

  test('of exceptions, with everything else that is wrong', () => {
    const text = `${head}artifacts:
  trail-compliance:
    exceptions:
      - if: \${{ flow.x == 1 }}
      - if: \${{ flow.name == 1 }}
      - if: \${{ flow.name }}
  attestations:
    - type: "*"
    - {type: junit, if: "\${{ x }}", for_control: C}
`
    expect(placesIn(text)).toEqual([
      ['artifacts.trail-compliance.exceptions.0.if', 5, 17],
      ['artifacts.trail-compliance.exceptions.2.if', 7, 17],
      ['artifacts.attestations.0.type', 9, 13],
      ['artifacts.attestations.1.if', 10, 30],
      ['artifacts.attestations.1.for_control', 10, 50],
    ])
  })
})

test('controls are listed once, in order', () => {
  const read = parsePolicy(
    `${head}artifacts:\n  attestations:\n${['B', 'A', 'B']
      .map((control) => `    - {type: decision, for_control: ${control}}\n`)
      .join('')}    - {type: decision}`,
  )
  expect('policy' in read && controlsOf(read.policy)).toEqual(['B', 'A'])
})
