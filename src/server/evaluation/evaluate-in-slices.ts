import { setTimeout } from 'node:timers/promises'
import { evaluateStepwise } from '#domain/policy/evaluate-policies.ts'
import { matchBudget } from '#domain/expression/evaluate-expression.ts'
import type { EnvironmentFacts } from '#domain/policy/policy-input.ts'
import type { EnvironmentVerdict } from '#domain/verdict/verdict.ts'
import { Problem } from '#server/platform/problem.ts'
import { Turns } from '#server/platform/turns.ts'

/** Milliseconds that an evaluation blocks the event loop at a time. */
const sliceMs = 3

/**
 * Cost limit of the regular expressions in one evaluation, in instructions times characters: a few
 * seconds. A condition beyond it exempts nothing, like an unreadable one.
 */
const maxMatchCost = 2_000_000_000

/** Evaluations that wait for their next slice. */
const waiting = new Turns<() => void>()
let isTurning = false

async function giveTurns(): Promise<void> {
  isTurning = true
  for (;;) {
    // Requests that arrived meanwhile come first and get most of the time.
    await setTimeout(2 * sliceMs)
    const turn = waiting.take()
    if (!turn) break
    turn.item()
  }
  isTurning = false
}

const turnOf = (organization: string) =>
  new Promise<void>((resolve) => {
    waiting.add({ organization, type: '' }, resolve)
    if (!isTurning) void giveTurns()
  })

/**
 * Takes the steps of some work in slices of the event loop, one at a time for all organizations.
 * @param orgId organization whose turn the slices count as
 */
export async function runInSlices<Result>(
  orgId: string,
  steps: Iterator<unknown, Result>,
): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (performance.now() < end)
    await turnOf(orgId)
  }
}

/** Evaluates policies in slices, as `runInSlices` does. */
export async function evaluateInSlices(
  orgId: string,
  facts: EnvironmentFacts,
  maxCost = maxMatchCost,
): Promise<EnvironmentVerdict & { isOverBudget: boolean }> {
  const budget = matchBudget(maxCost)
  const verdict = await runInSlices(orgId, evaluateStepwise(facts, budget))
  return { ...verdict, isOverBudget: budget.isOver }
}

/**
 * `evaluateInSlices` for previews: a result with undecided conditions is refused.
 * @throws Problem 400
 */
export async function previewInSlices(
  orgId: string,
  facts: EnvironmentFacts,
  maxCost = maxMatchCost,
): Promise<EnvironmentVerdict> {
  const { isOverBudget, ...verdict } = await evaluateInSlices(orgId, facts, maxCost)
  if (!isOverBudget) return verdict
  throw new Problem(
    400,
    'The regular expressions of these policies take too long for the names of the artifacts: make them smaller',
    { code: 'policy_too_expensive' },
  )
}
