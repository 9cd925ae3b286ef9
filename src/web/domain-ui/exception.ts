import type { LinkProps } from '@tanstack/react-router'
import { ArrowLeftRight, BellOff, Flag, type LucideIcon, ShieldMinus } from 'lucide-react'
import type { ExceptionKind, RegisteredException } from '#contract/exception/exception.ts'

/** Kinds of exceptions as people read them, each with its sign. */
export const kindLabels: Record<ExceptionKind, { label: string; icon: LucideIcon }> = {
  override: { label: 'Override', icon: ArrowLeftRight },
  allow_list: { label: 'Allow-list', icon: Flag },
  policy: { label: 'Policy', icon: ShieldMinus },
  snooze: { label: 'Snooze', icon: BellOff },
}

/** Where an exception is kept. */
export function pageOf(org: string, exception: RegisteredException): LinkProps {
  const { kind, exception_id, environment_name, policy } = exception
  if (kind === 'override') {
    return { to: '/$org/overrides/$override', params: { org, override: exception_id } }
  }
  if (policy) return { to: '/$org/policies/$policy', params: { org, policy: policy.name } }
  const params = { org, env: environment_name ?? '' }
  if (kind === 'allow_list') return { to: '/$org/environments/$env/allow-list', params }
  return { to: '/$org/environments/$env', params }
}

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

/** The parts of a pattern between its bars, as far as these stand outside of brackets. */
function alternativesOf(pattern: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [sign] of pattern.matchAll(/\\.|[^]/g)) {
    if (sign === '(' || sign === '[') depth += 1
    if (sign === ')' || sign === ']') depth -= 1
    if (sign === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

const matched = /^matches\(\s*[\w.]+\s*,\s*"((?:[^"\\]|\\.)*)"\s*\)$/

/**
 * Names of an exception. A condition of a policy that matches a name by a pattern is told by
 * that pattern, each alternative by itself: "docker.io/(envoyproxy|library)", "certificate-watch".
 */
export function exceptionNames({
  kind,
  name,
}: Pick<RegisteredException, 'kind' | 'name'>): string[] {
  const [, pattern] = (kind === 'policy' && matched.exec(name)) || []
  if (!pattern) return [name]
  return alternativesOf(pattern).map(
    (one) => one.replace(/^\^|\/?\$?$/g, '').replace(/\[\.\]|\\{1,2}\./g, '.') || one,
  )
}
