import type { BodyOf } from '#contract/endpoint.ts'
import type { createCustomType } from '#contract/custom-type.ts'
import type { CustomTypeChange } from '../change/put-custom-type.ts'
import type { OrgContext } from '../handler.ts'
import { refused } from '../problem.ts'
import { readDefinition } from '../sandbox/read-definition.ts'
import { findUnstorable } from '../text.ts'

/**
 * Reads what a version of a custom type asks.
 * @throws Problem 400 naming each part that cannot be used
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
  const { draft, problems } = await readDefinition(sandbox, `${org.orgId} ${name}`, definition)
  if (problems.length > 0) throw refused(problems.map((one) => ({ input: undefined, ...one })))
  if (text !== null) requireStorable(text)
  return {
    name,
    description: description ?? '',
    comment: comment ?? '',
    schema: text !== null && draft !== null ? { text, draft } : null,
    rules,
    summary,
  }
}

/** @throws Problem 400 naming the places of a schema that cannot be stored */
function requireStorable(schema: string): void {
  const refusals = findUnstorable(JSON.parse(schema))
  if (refusals.length === 0) return
  throw refused(
    refusals.map(({ path, reason, input }) => ({
      path: ['type_schema'],
      reason: `${path.map(String).join('.')}: ${reason}`,
      input,
    })),
  )
}
