import { barrier, type Step, type StepSequence } from './step.ts'
import { minute, type Span, startAt } from './calendar.ts'
import { reporters } from './company.ts'
import { randomOf } from './random.ts'
import type { Built } from './trail-steps.ts'

/** A custom type of the company, and its attestations. */
interface DemoType {
  name: string
  description: string
  schema: object
  summary: { name: string; expression: string }[]
  versions: { since: number; comment: string; rules: string[] }[]
  artifact: string
  data: (of: Built) => unknown
}

const integer = { type: 'integer', minimum: 0 }

const types: readonly DemoType[] = [
  {
    name: 'test-coverage',
    description: 'How much of the code its tests go through, in per cent',
    schema: {
      type: 'object',
      required: ['lines', 'branches'],
      properties: {
        lines: { type: 'number', minimum: 0, maximum: 100 },
        branches: { type: 'number', minimum: 0, maximum: 100 },
        uncovered: { type: 'array', items: { type: 'string' } },
      },
    },
    summary: [
      { name: 'Lines', expression: '"\\(.lines) %"' },
      { name: 'Branches', expression: '"\\(.branches) %"' },
      { name: 'Files without a test', expression: '.uncovered | length' },
    ],
    versions: [
      { since: 0.2, comment: 'First version', rules: ['.lines >= 80'] },
      {
        since: 0.6,
        comment: 'Branches count, too',
        rules: ['.lines >= 80', '.branches >= 70'],
      },
    ],
    artifact: 'sdk-js',
    data: ({ report }) => {
      const random = randomOf(`coverage ${String(report.fingerprint)}`)
      return {
        lines: random.between(830, 940) / 10,
        branches: random.between(710, 840) / 10,
        uncovered: ['src/retry.ts', 'src/locale.ts'].slice(0, random.between(0, 2)),
      }
    },
  },
  {
    name: 'bundle-report',
    description: 'What the browser has to load, by bundle',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['bundle', 'bytes'],
        properties: { bundle: { type: 'string' }, bytes: integer },
      },
    },
    summary: [
      { name: 'Bundle', expression: '.bundle' },
      { name: 'Bytes', expression: '.bytes' },
    ],
    versions: [{ since: 0.45, comment: 'First version', rules: ['map(.bytes) | add < 400000'] }],
    artifact: 'storefront-web',
    data: ({ report }) => {
      const random = randomOf(`bundles ${String(report.fingerprint)}`)
      return [
        { bundle: 'main', bytes: random.between(118_000, 131_000) },
        { bundle: 'catalogue', bytes: random.between(84_000, 99_000) },
        { bundle: 'account', bytes: random.between(40_000, 52_000) },
      ]
    },
  },
]

/** The company's custom types, with their versions and attestations. */
export const customTypeSteps = (built: readonly Built[], span: Span): StepSequence[] =>
  types.flatMap((type) => [...versionsOf(type, span), ...attested(type, built, span)])

function versionsOf({ name, description, schema, summary, versions }: DemoType, span: Span) {
  return versions.map(({ since, comment, rules }) => {
    const evaluator = { content_type: 'jq', rules }
    const step: Step = {
      at: startAt(span, since),
      by: reporters.release,
      method: 'POST',
      path: '/custom-attestation-types/{org}',
      json: { name, description, comment, evaluator, summary },
      isForm: true,
      file: { part: 'type_schema', name: 'schema.json', text: JSON.stringify(schema) },
    }
    return barrier(`type/${name}`, step)
  })
}

function attested(
  { name, versions, artifact, data }: DemoType,
  built: readonly Built[],
  span: Span,
) {
  const [first] = versions
  const from = startAt(span, first?.since ?? 0)
  return built
    .filter((it) => it.template_reference_name === artifact && it.at > from)
    .map((it) => ({ it, at: it.at + 2 * minute }))
    .filter(({ at }) => at <= span.end)
    .map(({ it, at }): StepSequence => {
      const step: Step = {
        at,
        by: reporters.github,
        method: 'POST',
        path: `/attestations/{org}/${it.trail}/custom`,
        json: {
          attestation_name: name,
          artifact_fingerprint: it.report.fingerprint,
          type_name: name,
          attestation_data: data(it),
        },
        isForm: true,
      }
      return { of: it.trail, steps: [step] }
    })
}
