import type { RuleResult, SummaryRow } from '#contract/attestation/types/custom.ts'
import type { Owner } from '#server/platform/turns.ts'
import { OutOfBounds } from './cell.ts'
import type { Definition } from './read-definition.ts'
import type { RunStep, Sandbox } from './sandbox.ts'
import type { Cell, Draft, Violation } from './step.ts'

/** Result of a definition for some data. */
interface Outcome {
  /** Violations of the schema; with any, nothing else is evaluated. */
  violations: Violation[]
  rule_results: RuleResult[]
  summary: SummaryRow[]
}

/** Maximum of rows in a summary: the first elements of a long list. */
const maxRows = 500

async function bounded<T>(work: () => Promise<T>, otherwise: (reason: string) => T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutOfBounds) return otherwise(error.message)
    throw error
  }
}

const unchecked = (reason: string): Violation[] => [
  { path: [], reason: `could not be checked: ${reason}` },
]
const refusedFor = (violations: Violation[]): Outcome => ({
  violations,
  rule_results: [],
  summary: [],
})

/**
 * Validates data by a schema, evaluates it by rules and reads its summary: a rule that does not
 * finish has not passed. The definition has been validated.
 * @param json an object that holds the data as a member
 * @param owner in whose turns the steps run
 * @throws Problem 429
 */
export function evaluate(
  sandbox: Sandbox,
  owner: Owner,
  definition: Definition & { draft: Draft | null },
  { json, member }: { json: string; member: string },
): Promise<Outcome> {
  const { schema, draft, rules, summary } = definition
  return sandbox.run(owner, async (run) => {
    const data = await bounded(
      () => run({ name: 'pick', json, member }),
      () => null,
    )
    if (data === null) return refusedFor(unchecked('it is too large'))
    if (schema !== null && draft !== null) {
      const violations = await bounded(
        () => run({ name: 'validate', schema, draft, data }),
        unchecked,
      )
      if (violations.length > 0) return refusedFor(violations)
    }
    const reasons = await togetherOrEach(
      rules,
      (programs) => run({ name: 'evaluate', programs, data }),
      (reason) => reason,
    )
    const rule_results = rules.map((rule, index): RuleResult => {
      const reason = reasons[index]
      return reason == null ? { rule, passed: true } : { rule, passed: false, reason }
    })
    return { violations: [], rule_results, summary: await readSummary(run, summary, data) }
  })
}

/**
 * Runs some programs at once, so that the data is read once; if that fails, one by one, so that
 * each affects only its own result.
 */
async function togetherOrEach<T>(
  programs: readonly string[],
  work: (programs: readonly string[]) => Promise<T[]>,
  otherwise: (reason: string) => T,
): Promise<T[]> {
  if (programs.length === 0) return []
  const together =
    programs.length > 1
      ? await bounded<T[] | null>(
          () => work(programs),
          () => null,
        )
      : null
  if (together) return together
  const results: T[] = []
  for (const program of programs) {
    const own = await bounded(
      () => work([program]),
      (reason) => [otherwise(reason)],
    )
    results.push(...own)
  }
  return results
}

async function readSummary(
  run: RunStep,
  summary: Definition['summary'],
  data: string,
): Promise<SummaryRow[]> {
  const isList = data.startsWith('[')
  const max = Math.max(1, Math.floor(maxRows / Math.max(1, summary.length)))
  // The cells of each expression, or why it has none.
  const columns = await togetherOrEach<Cell[] | string>(
    summary.map(({ expression }) => expression),
    (programs) => run({ name: 'read', programs, data, max }),
    (reason) => reason,
  )
  const counts = columns.map((column) => (typeof column === 'string' ? 1 : column.length))
  return Array.from({ length: Math.max(0, ...counts) }).flatMap((_, group) =>
    summary.map(({ name }, index): SummaryRow => {
      const column = columns[index] ?? ''
      const cell: Cell | undefined = typeof column === 'string' ? { error: column } : column[group]
      const grouped = isList ? { group } : {}
      return { name, value: null, ...grouped, ...cell }
    }),
  )
}
