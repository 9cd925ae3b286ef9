/** Drafts of JSON Schema that are understood. */
export type Draft = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12'

/** A place of the data where the schema does not hold, and why. */
export interface Violation {
  /** Names of members and positions, from the top. */
  path: string[]
  reason: string
}

/** What a summary expression gives for one element. */
export type Cell = { value: unknown } | { error: string }

/** Everything that is asked of the sandbox, with its answer. */
export interface Steps {
  /** Whether a text is a JSON Schema, and of which draft. */
  readSchema: { asked: { schema: string }; answer: { draft: Draft } | { problem: string } }
  /** Whether a text is a jq expression; null when it is. */
  readProgram: { asked: { program: string }; answer: string | null }
  /** A member of a JSON object, as text: numbers keep all their digits. */
  pick: { asked: { json: string; member: string }; answer: string }
  /** Where data violates a schema: the first ones. */
  validate: { asked: { schema: string; draft: Draft; data: string }; answer: Violation[] }
  /** Whether everything that a rule gives is `true`, for each rule; if not, why. */
  judge: { asked: { programs: readonly string[]; data: string }; answer: (string | null)[] }
  /** What each expression gives for the data, or for each element of a list: the first ones. */
  read: { asked: { programs: readonly string[]; data: string; most: number }; answer: Cell[][] }
}
export type StepName = keyof Steps

/** One thing to do, as it goes to a worker. */
export type Step = { [N in StepName]: { name: N } & Steps[N]['asked'] }[StepName]
