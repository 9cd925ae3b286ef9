import type { RuleResult } from '#contract/policy/policy-page.ts'

type Counts = Pick<RuleResult, 'line' | 'satisfied' | 'failed' | 'ignored'>

/** How many artifacts a rule is asked of, or lets off. */
export const totalOf = (rule: Counts): number => rule.satisfied + rule.failed + rule.ignored

/** "Line 9 fails most: 3 of 14 artifacts." */
export function answerOf(rules: readonly Counts[]): string {
  if (rules.length === 0) return 'The policy has no rules.'
  const [worst] = rules.toSorted((a, b) => b.failed - a.failed)
  if (rules.every((rule) => totalOf(rule) === 0)) return 'Nothing is judged by it now.'
  if (!worst || worst.failed === 0) return 'No rule fails anything that runs.'
  const of = totalOf(worst)
  const words = `${worst.failed} of ${of} ${of === 1 ? 'artifact' : 'artifacts'}`
  const alike = rules.filter(({ failed }) => failed === worst.failed).length
  if (alike > 1) return `${alike} rules fail alike, each for ${words}.`
  return `Line ${worst.line} fails most: ${words}.`
}

/** What is odd about a rule whatever it says: that nothing comes of it. */
export function healthOf({
  line,
  is_idle,
  shadowed_by,
}: Pick<RuleResult, 'line' | 'is_idle' | 'shadowed_by'>): string[] {
  return [
    ...(is_idle ? ['Not evaluated in 90 days: nothing that ran was asked for it'] : []),
    ...(shadowed_by === null
      ? []
      : [
          shadowed_by === line
            ? 'Shadowed by another rule of its line: it never decides'
            : `Shadowed by line ${shadowed_by}: it never decides`,
        ]),
  ]
}
