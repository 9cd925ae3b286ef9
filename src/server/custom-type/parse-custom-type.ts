import type { BodyOf } from '#contract/common/endpoint.ts'
import type { createCustomType } from '#contract/custom-type/custom-type.ts'
import type { CustomTypeChange } from './put-custom-type.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { validationProblem } from '#server/platform/problem.ts'
import { readDefinition } from '#server/sandbox/read-definition.ts'
import { findUnstorableText } from '#server/platform/storable-text.ts'

/**
 * Parses the definition of a version of a custom type.
 * @throws Problem 400 naming each invalid part
 */
export async function readCustomType(
  { org, sandbox }: OrgContext,
  body: BodyOf<typeof createCustomType>,
  file: { text: string } | null,
): Promise<CustomTypeChange> {
  const { name, description, comment } = body
  const text = file?.text.trim() ? file.text : null
  const rules = body.evaluator?.rules ?? []
  const summary = body.summary ?? []
  const definition = { schema: text, rules, summary }
  const owner = { organization: org.orgId, type: name }
  const { draft, problems } = await readDefinition(sandbox, owner, definition)
  if (problems.length > 0) throw validationProblem(problems.map((one) => ({ input: text, ...one })))
  if (text !== null) requireStorable(text)
  return {
    name,
    description: description ?? null,
    comment: comment ?? '',
    schema: text !== null && draft !== null ? { text, draft } : null,
    rules,
    summary,
  }
}

/** @throws Problem 400 naming the positions in a schema that cannot be stored */
function requireStorable(schema: string): void {
  const refusals = findUnstorableText(JSON.parse(schema))
  if (refusals.length === 0) return
  throw validationProblem(
    refusals.map(({ path, reason, input }) => ({
      path: ['type_schema'],
      reason: `${path.map(String).join('.')}: ${reason}`,
      input,
    })),
  )
}
