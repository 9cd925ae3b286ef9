import type { RuleResult, SummaryRow } from '#contract/attestation-type/custom.ts'
import { OutOfBounds } from './cell.ts'
import type { Definition } from './read-definition.ts'
import type { RunStep, Sandbox } from './sandbox.ts'
import type { Cell, Draft, Violation } from './step.ts'

/** What a definition says of some data. */
export interface Outcome {
  /** Where the data violates the schema: then nothing else is looked at. */
  violations: Violation[]
  rule_results: RuleResult[]
  summary: SummaryRow[]
}

/** A summary has so many rows at most: of a long list the first elements are shown. */
const mostRows = 500

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
 * Checks data by a schema, judges it by rules and reads its summary (wire.md 23.2): a rule that does
 * not come to an end has not passed. The definition was found to be in order.
 * @param json an object that holds the data as a member
 * @param owner who waits while it takes its time
 * @throws Problem 429
 */
export function evaluate(
  sandbox: Sandbox,
  owner: string,
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
    const rule_results: RuleResult[] = []
    for (const rule of rules) rule_results.push(await judge(run, rule, data))
    return { violations: [], rule_results, summary: await readSummary(run, summary, data) }
  })
}

async function judge(run: RunStep, rule: string, data: string): Promise<RuleResult> {
  const reason = await bounded(
    () => run({ name: 'judge', program: rule, data }),
    (reason) => reason,
  )
  return reason === null ? { rule, passed: true } : { rule, passed: false, reason }
}

async function readSummary(
  run: RunStep,
  summary: Definition['summary'],
  data: string,
): Promise<SummaryRow[]> {
  if (summary.length === 0) return []
  const isList = data.startsWith('[')
  const most = Math.max(1, Math.floor(mostRows / summary.length))
  const columns: { name: string; cells: Cell[]; failure: Cell }[] = []
  for (const { name, expression: program } of summary) {
    let failure = { error: 'It gave nothing' }
    const cells = await bounded(
      () => run({ name: 'read', program, data, most }),
      (error) => ((failure = { error }), []),
    )
    columns.push({ name, cells, failure })
  }
  const count = isList ? Math.max(...columns.map(({ cells }) => cells.length)) : 1
  return Array.from({ length: count }).flatMap((_, group) =>
    columns.map(({ name, cells, failure }): SummaryRow => {
      const cell = cells[group] ?? failure
      const place = isList ? { group } : {}
      return 'error' in cell
        ? { name, value: null, ...place, ...cell }
        : { name, ...cell, ...place }
    }),
  )
}
