/** Supported drafts of JSON Schema. */
export type Draft = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12'

/** A violation of the schema: position in the data, and why. */
export interface Violation {
  /** Names of members and indexes, from the top. */
  path: string[]
  reason: string
}

/** Value of a summary expression for one element. */
export type Cell = { value: unknown } | { error: string }

/** All steps of the sandbox, with input and result. */
export interface Steps {
  /** Whether a text is a JSON Schema, and of which draft. */
  readSchema: { input: { schema: string }; answer: { draft: Draft } | { problem: string } }
  /** Whether a text is a jq expression; null when it is. */
  readProgram: { input: { program: string }; answer: string | null }
  /** A member of a JSON object, as text: numbers keep all their digits. */
  pick: { input: { json: string; member: string }; answer: string }
  /** Where data violates a schema: the first violations. */
  validate: { input: { schema: string; draft: Draft; data: string }; answer: Violation[] }
  /** Why not all results of a rule are `true`, or null; for each rule. */
  evaluate: { input: { programs: readonly string[]; data: string }; answer: (string | null)[] }
  /** Results of each expression for the data, or for each element of a list: the first ones. */
  read: { input: { programs: readonly string[]; data: string; max: number }; answer: Cell[][] }
}
export type StepName = keyof Steps

/** A step, as sent to a worker. */
export type Step = { [N in StepName]: { name: N } & Steps[N]['input'] }[StepName]
