import type { RegisteredException } from '#contract/exception/exception.ts'

/** Where an exception holds, in words. */
export function scopeOf({
  kind,
  trail_name,
  environment_name,
  policy,
}: RegisteredException): string {
  if (policy) {
    return `${policy.name} v${policy.version}${policy.line === null ? '' : `, line ${policy.line}`}`
  }
  return kind === 'snooze' ? 'Needs attention' : (trail_name ?? environment_name ?? '')
}
