import {
  type CustomTypeVersion,
  type SummaryExpression,
  createCustomType,
} from '#contract/custom-type/custom-type.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'

/** Schema, rules and summary of a type, as an editor holds them. */
export interface Definition {
  /** JSON Schema as text; blank for none. */
  schema: string
  rules: string[]
  summary: SummaryExpression[]
}

/** A custom attestation type as an editor holds it. */
export interface EditedType extends Definition {
  name: string
  description: string
  /** Why there is another version. */
  comment: string
}

/** Definition of a version as people edit it. */
export function definitionOf(version: CustomTypeVersion): Definition {
  const { type_schema, evaluator, summary } = version
  return {
    schema: type_schema ? JSON.stringify(type_schema, null, 2) : '',
    rules: evaluator?.rules ?? [],
    summary: summary ?? [],
  }
}

/** All that a definition asks as one text, to compare it with another. */
export const textOf = ({ schema, rules, summary }: Definition): string =>
  `rules = ${JSON.stringify(rules, null, 2)}\nsummary = ${JSON.stringify(summary, null, 2)}\nschema = ${schema}\n`

function bodyOf({ name, description, comment, rules, summary }: EditedType) {
  return {
    name,
    description,
    ...(comment && { comment }),
    ...(rules.length > 0 && { evaluator: { content_type: 'jq' as const, rules } }),
    ...(summary.length > 0 && { summary }),
  }
}

const fileName = 'schema.json'

/** Makes a type, or another version of one as it was read; refused with 412 when it changed since. */
export async function saveType(
  org: string,
  type: EditedType,
  ifMatch: string | undefined,
): Promise<void> {
  const { schema } = type
  const file = schema.trim() && new File([schema], fileName, { type: 'application/json' })
  const input = {
    params: { org },
    body: bodyOf(type),
    ...(file && { file }),
    ...(ifMatch && { ifMatch }),
  }
  await call(createCustomType, input)
}

/** The call that saves a type. */
export function saveCall(org: string, type: EditedType): string {
  const schema = type.schema.trim()
  return curl(createCustomType, {
    params: { org },
    body: bodyOf(type),
    ...(schema && { file: { part: 'type_schema', name: fileName, text: `${schema}\n` } }),
  })
}
