import type { Owner } from '#server/platform/turns.ts'
import { OutOfBounds } from './cell.ts'
import type { RunStep, Sandbox } from './sandbox.ts'
import type { Draft } from './step.ts'

/** Definition of a custom attestation type. */
export interface Definition {
  /** JSON Schema as text. */
  schema: string | null
  rules: readonly string[]
  summary: readonly { name: string; expression: string }[]
}

/** An invalid part of a definition, by its path in the request. */
interface DefinitionProblem {
  path: (string | number)[]
  reason: string
  input?: string
}

/** Longer ones would block the evidence of everybody else. */
const maxSchemaLength = 512 * 1024

async function problemOf(read: () => Promise<string | null>): Promise<string | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof OutOfBounds) return error.message
    throw error
  }
}

/**
 * Validates a definition: the schema, and that the programs compile. Nothing of it is run.
 * @param owner in whose turns the steps run
 * @throws Problem 429
 */
export function readDefinition(
  sandbox: Sandbox,
  owner: Owner,
  { schema, rules, summary }: Definition,
): Promise<{ draft: Draft | null; problems: DefinitionProblem[] }> {
  return sandbox.run(owner, async (run) => {
    let draft: Draft | null = null
    const schemaProblem = await problemOf(async () => {
      if (schema === null) return null
      if (schema.length > maxSchemaLength)
        return `It should have at most ${maxSchemaLength} characters`
      const read = await run({ name: 'readSchema', schema })
      if ('problem' in read) return read.problem
      draft = read.draft
      return null
    })
    const problems: DefinitionProblem[] =
      schemaProblem === null
        ? []
        : [{ path: ['type_schema'], reason: `Not a JSON Schema: ${schemaProblem}` }]
    for (const [index, rule] of rules.entries()) {
      problems.push(...(await programProblem(run, rule, ['evaluator', 'rules', index])))
    }
    for (const [index, { expression }] of summary.entries()) {
      problems.push(...(await programProblem(run, expression, ['summary', index, 'expression'])))
    }
    return { draft, problems }
  })
}

async function programProblem(
  run: RunStep,
  program: string,
  path: DefinitionProblem['path'],
): Promise<DefinitionProblem[]> {
  const problem = await problemOf(() => run({ name: 'readProgram', program }))
  return problem === null
    ? []
    : [{ path, reason: `Not a jq expression: ${problem}`, input: program }]
}
