import type { ResponseOf } from '#contract/common/endpoint.ts'
import type {
  EnvironmentEffect,
  previewPolicyEffect,
  Standstill,
} from '#contract/policy/policy-effect.ts'
import { counted } from '#domain/common/counted.ts'
import { lastSeenText } from '#web/domain-ui/last-seen-text.ts'

export type Effect = ResponseOf<typeof previewPolicyEffect>
export type Flip = Effect['flips'][number]

const standstills: Record<Standstill, string> = {
  attached_already: 'It is attached already.',
  not_attached: 'It is not attached here.',
  says_the_same: 'The rules stay the same.',
  never_reported: 'Nothing was ever reported here.',
  same_verdicts: 'Every verdict stays as it is.',
}

type Running = EnvironmentEffect['running']['to']
const totalOf = ({ compliant, non_compliant, unknown }: Running) =>
  compliant + non_compliant + unknown

/** "3 of 14 artifacts flip, by what ran when last seen.", or why nothing does. */
export function environmentText({
  problem,
  is_stale: isStale,
  standstill,
  flip_count,
  running,
}: EnvironmentEffect): string {
  if (problem) return `${problem}.`
  if (standstill) return standstills[standstill]
  const seen = isStale ? ', by what ran when last seen.' : '.'
  const total = totalOf(running.to)
  if (total === 0) return `Nothing runs: no artifact flips${seen}`
  const verb = total === 1 || flip_count !== 1 ? 'flip' : 'flips'
  if (flip_count === total)
    return `${total === 1 ? 'The only artifact flips' : `All ${total} flip`}${seen}`
  return `${flip_count || 'None'} of ${counted(total, 'artifact')} ${verb}${seen}`
}

/** "7 artifacts flip in 2 of 3 environments." */
export function effectText({ environments }: Effect): string {
  const [only, ...others] = environments
  if (!only) return 'Nothing changes. It is not attached anywhere.'
  if (others.length === 0) {
    const text = environmentText(only)
    return only.standstill ? `Nothing changes. ${text}` : text
  }
  const flips = environments.reduce((sum, { flip_count }) => sum + flip_count, 0)
  const changing = environments.filter((one) => !one.problem && !one.standstill)
  const all = changing.length
  if (all === 0) return noChangeText(environments)
  const verb = flips === 1 ? 'flips' : 'flip'
  const stale = changing.filter(({ is_stale: isStale }) => isStale).length
  return `${counted(flips, 'artifact')} ${verb} in ${all} of ${environments.length} environments${lastSeenText({ stale, all })}.`
}

/** Nothing is said of environments that were not evaluated. */
function noChangeText(environments: readonly EnvironmentEffect[]): string {
  const total = environments.length
  const skipped = environments.filter(({ problem }) => problem).length
  if (skipped === 0) return `Nothing changes in any of ${total} environments.`
  if (skipped === total) return `None of ${total} environments was evaluated.`
  return `Nothing changes in ${total - skipped} of ${total} environments; ${skipped} not evaluated.`
}

/**
 * "12 of 34 days would have been non-compliant, in place of 3 by the present rules (snapshots 4 to 23;
 * days in silence are left out)."
 */
export function daysText({ snapshots, days }: EnvironmentEffect): string {
  if (!snapshots || days.covered === 0) return ''
  const { covered, red } = days
  const { first, last } = snapshots
  const range = first === last ? `snapshot ${last}` : `snapshots ${first} to ${last}`
  const of = `${red.to} of ${counted(covered, 'day')} would have been non-compliant`
  const present = red.from === red.to ? 'as' : `in place of ${red.from}`
  return `${of}, ${present} by the present rules (${range}; days in silence are left out).`
}

/** The rule that decides a flip: the first, and how many more. */
export function ruleText({ rules }: Pick<Effect, 'rules'>, flip: Flip): string {
  const [first, ...others] = flip.rules.flatMap((index) => rules[index] ?? [])
  if (flip.reason === 'no_fingerprint') return 'The image has no fingerprint'
  if (flip.reason === 'no_policy') return 'No policy is left'
  if (!first) return 'It passes every rule'
  const more = others.length > 0 ? `, and ${counted(others.length, 'more rule')}` : ''
  return `${first.text} (${first.policy_name}, line ${first.line})${more}`
}

/** The same as a sentence of its own: whether the artifact fails the rule, or does not any more. */
export function flipText(effect: Pick<Effect, 'rules'>, flip: Flip): string {
  const text = ruleText(effect, flip)
  if (flip.rules.length === 0 || flip.to === null) return text
  return `${flip.to ? 'No longer fails' : 'Fails'}: ${text}`
}
