import { expect, it } from 'vitest'
import { evaluate } from '#domain/policy/evaluate-policies.ts'
import type { EnvironmentFacts } from '#domain/policy/policy-input.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import { policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'
import { evaluateInSlices, previewInSlices } from './evaluate-in-slices.ts'

/** Expressions with a high cost for each character of a name. */
const slow = Array.from({ length: 8 }, (_, n) => `(?:a.{150}|b.{149})+[${n}]`)

/** An environment with `count` names of `length` characters, each searched by every expression. */
function factsOf(count: number, length: number): EnvironmentFacts {
  const exceptions = slow.map((it) => `    - if: "\${{ matches(artifact.name, '${it}') }}"`)
  const lines = ['provenance:', '  required: true', '  exceptions:', ...exceptions]
  const read = parsePolicy(policyYaml(...lines))
  if (!('policy' in read)) throw new Error(JSON.stringify(read))
  const policy = { policy_name: 'slow', policy_version: 1, policy: read.policy }
  const artifacts = Array.from({ length: count }, (_, n) => {
    const name = fingerprintOf(String(n)).repeat(length / 64)
    return { name, fingerprint: fingerprintOf(name), flows: [] }
  })
  return { policies: [policy], artifacts, allowed: new Set() }
}

it('leaves time for other work, and for other organizations', async () => {
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 0)
  const finished: string[] = []
  const facts = factsOf(20, 1024)
  const long = Array.from({ length: 3 }, async () => {
    const verdict = await evaluateInSlices('long', facts)
    finished.push('long')
    return verdict
  })
  await evaluateInSlices('short', factsOf(4, 1024))
  finished.push('short')
  const [verdict] = await Promise.all(long)
  clearInterval(ticking)
  expect(finished[0]).toBe('short')
  // An evaluation in one piece would leave none.
  expect(ticks).toBeGreaterThan(2)
  const { isOverBudget, ...same } = verdict!
  expect([isOverBudget, same]).toEqual([false, evaluate(facts)])
})

it('exempts nothing by a condition that it could not decide, and refuses to preview that', async () => {
  const facts = factsOf(3, 64)
  const { isOverBudget, state, artifacts } = await evaluateInSlices('a', facts, 1_000)
  expect([isOverBudget, state]).toEqual([true, false])
  expect(artifacts.every(({ reason }) => reason === 'policies_failed')).toBe(true)
  await expect(previewInSlices('a', facts, 1_000)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('The regular expressions of these policies take too long'),
  })
})
