import * as z from 'zod/mini'
import { ruleResult, summaryRow } from '#contract/attestation/types/custom.ts'
import { maybe, ok, resourceName, text, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'

/** jq programs that all must return `true` for the data. */
const evaluator = z.object({
  content_type: z.literal('jq'),
  rules: z.array(text).check(z.maxLength(100)),
})

/** A labelled jq expression whose result is shown. */
const summaryExpression = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  expression: text,
})
export type SummaryExpression = z.output<typeof summaryExpression>
const summary = z.array(summaryExpression).check(z.maxLength(100))

/** One version of a custom attestation type; it never changes. */
const version = z.object({
  version: z.int(),
  timestamp,
  comment: z.optional(z.string()),
  created_by: z.string(),
  /** JSON Schema of the data; absent where there is none. */
  type_schema: z.optional(z.record(z.string(), z.unknown())),
  evaluator: z.nullable(evaluator),
  summary: z.optional(summary),
})
export type CustomTypeVersion = z.output<typeof version>

/** A custom attestation type with its versions, newest first. */
export const customType = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  org: z.string(),
  archived: z.boolean(),
  created_by: z.optional(z.string()),
  created_at: z.optional(timestamp),
  last_modified_at: z.optional(timestamp),
  versions: z.array(version),
})
export type CustomType = z.output<typeof customType>

export const createCustomType = endpoint({
  name: 'createCustomType',
  method: 'POST',
  path: '/custom-attestation-types/{org}',
  access: 'member',
  body: {
    kind: 'multipart',
    part: 'data_json',
    schema: z.object({
      name: resourceName,
      description: maybe(text),
      /** Purpose of the version; our addition. */
      comment: maybe(text),
      evaluator: maybe(z.extend(evaluator, { rules: z.nullable(evaluator.shape.rules) })),
      summary: maybe(summary),
    }),
    file: { name: 'type_schema', keep: 'text' },
  },
  response: ok,
  status: [201],
})

export const listCustomTypes = endpoint({
  name: 'listCustomTypes',
  method: 'GET',
  path: '/custom-attestation-types/{org}',
  access: 'reader',
  response: z.array(customType),
})

export const getCustomType = endpoint({
  name: 'getCustomType',
  method: 'GET',
  path: '/custom-attestation-types/{org}/{type_name}',
  access: 'reader',
  query: z.object({ version: maybe(z.int()) }),
  response: customType,
})

export const archiveCustomType = endpoint({
  name: 'archiveCustomType',
  method: 'PUT',
  path: '/custom-attestation-types/{org}/{type_name}/archive',
  access: 'member',
  response: ok,
})

/** A row of the dashboard's list of custom attestation types. */
const customTypeSummary = z.object({
  name: z.string(),
  description: z.string(),
  /** The newest version. */
  version: z.int(),
  rule_count: z.int(),
  has_schema: z.boolean(),
  last_modified_at: timestamp,
  last_modified_by: z.string(),
  archived: z.boolean(),
})

export const listCustomTypeSummaries = endpoint({
  name: 'listCustomTypeSummaries',
  method: 'GET',
  path: '/cairn/{org}/attestation-types',
  access: 'reader',
  response: z.array(customTypeSummary),
})

/** An error of a draft; `field` is `type_schema`, or the path of a rule or a summary row. */
const draftProblem = z.object({ field: z.string(), reason: z.string() })

export const tryCustomType = endpoint({
  name: 'tryCustomType',
  method: 'POST',
  path: '/cairn/{org}/attestation_type_preview',
  access: 'reader',
  body: {
    kind: 'json',
    schema: z.object({
      /** JSON Schema as text. */
      type_schema: maybe(z.string().check(z.maxLength(512 * 1024))),
      rules: maybe(evaluator.shape.rules),
      summary: maybe(summary),
      /** Sample data; without it only the draft itself is checked. */
      data: z.optional(z.unknown()),
    }),
  },
  response: z.object({
    problems: z.array(draftProblem),
    /** Result of a report of the sample; null without a sample, or while there are problems. */
    outcome: z.nullable(
      z.object({
        /** Violations of the schema, for which a report is refused. */
        violations: z.array(z.object({ path: z.string(), reason: z.string() })),
        rule_results: z.array(ruleResult),
        summary: z.array(summaryRow),
        is_compliant: z.boolean(),
      }),
    ),
  }),
})

/** Texts of these endpoints in the API reference. */
export const customTypeTexts = {
  createCustomType: {
    summary:
      'Create a custom attestation type, or a new version of it; an archived one is active again',
    description:
      'Always answers 201: sending the same name again adds a version that stands for itself, so that what is left out is not taken over from the version before, except the description of the type. The optional file `type_schema` is a JSON Schema of any draft; remote references are not fetched. A schema, jq rule or summary expression that is invalid is refused with 400 naming it.',
  },
  listCustomTypes: {
    summary: 'List the custom attestation types by name, archived ones too',
    description:
      'Returns every type with all its versions, newest version first; archived types have `archived: true`. It is not paged.',
  },
  getCustomType: {
    summary: 'Get a custom attestation type with all its versions, or with one',
    description:
      'Returns the type with its versions, newest first; with `version`, only that version and without the fields on the creation of the type. Fields that do not apply are absent rather than null. An archived type can be read; an unknown type or version is 404.',
  },
  archiveCustomType: {
    summary: 'Archive a custom attestation type: it stays readable, and nothing is reported of it',
    description:
      'Reports of an archived type are refused with 404, while attestations of it stay as they are. Creating a version of the same name makes it active again.',
  },
  listCustomTypeSummaries: {
    summary: 'List the custom attestation types by name, without what their versions say',
    description:
      'Returns name, description, number of versions and age of every type, archived ones included. It is not paged.',
  },
  tryCustomType: {
    summary:
      'Check the draft of a custom attestation type, and try it with a sample; nothing is stored',
    description:
      'Returns the problems of schema, rules and summary by field; without problems, and with `data`, it returns what a report of that data would come to: violations, the result of each rule, and the summary. Programs run isolated, with limits of time and memory.',
  },
} satisfies EndpointTexts
