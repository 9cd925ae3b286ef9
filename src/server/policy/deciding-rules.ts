import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { previewPolicyEffect } from '#contract/policy/policy-effect.ts'
import type { DecidingRule } from '#domain/policy/policy-effect.ts'
import { writtenRules } from '#domain/policy/rule-results.ts'
import type { AttachedVersion } from '#server/evaluation/rule-queries.ts'
import type { EnvironmentPolicyEffect } from './evaluate-policy-change.ts'

type Rules = ResponseOf<typeof previewPolicyEffect>['rules']

const keyOf = (rule: DecidingRule) => `${rule.policy_name} ${rule.policy_version} ${rule.position}`

/** Ranks the rules that decide flips, those of the most flips first, and finds their positions. */
export function decidingRules(effects: readonly EnvironmentPolicyEffect[]): {
  rules: Rules
  positionsOf: (rules: readonly DecidingRule[]) => number[]
} {
  const versionByKey = new Map<string, AttachedVersion>()
  for (const { versions } of effects) {
    for (const one of versions) versionByKey.set(`${one.name} ${one.version}`, one)
  }
  const counts = new Map<string, { rule: DecidingRule; count: number }>()
  for (const rule of effects.flatMap(({ flips }) => flips.flatMap(({ rules }) => rules))) {
    const known = counts.get(keyOf(rule))
    counts.set(keyOf(rule), { rule, count: (known?.count ?? 0) + 1 })
  }
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count)
  const places = new Map(sorted.map(({ rule }, index) => [keyOf(rule), index]))
  return {
    rules: sorted.flatMap(({ rule: { policy_name, policy_version, position }, count }) => {
      const version = versionByKey.get(`${policy_name} ${policy_version}`)
      const written = version && writtenRules(version.document)[position]
      if (!written) return []
      const { type, text, line } = written
      return [{ policy_name, policy_version, type, text, line, flip_count: count }]
    }),
    positionsOf: (rules) => rules.flatMap((rule) => places.get(keyOf(rule)) ?? []),
  }
}
