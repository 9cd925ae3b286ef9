import type { ProblemCode } from '#contract/common/problem.ts'
import { type OverrideSettings, approverRoles } from '#contract/override/override-settings.ts'
import { daySeconds } from '#domain/common/days.ts'
import { changesTag, hasTag } from '#domain/tag/tags.ts'

/** Unix seconds; later dates do not fit everywhere. */
const yearTenThousand = 253_402_300_800

/** Tagged records: flows, for overrides, or environments, for entries of their allow-lists. */
type Tagged = 'flow' | 'environment'

const namedTags = (settings: OverrideSettings, of: Tagged) =>
  of === 'flow' ? settings.approval_tags : settings.environment_tags

/**
 * Returns whether an override on a flow, or an entry of an environment's allow-list, needs the
 * approval of a second person.
 */
export function needsApproval(
  settings: OverrideSettings,
  of: Tagged,
  tags: Readonly<Record<string, string>>,
): boolean {
  if (settings.approval === 'tagged') {
    return namedTags(settings, of).some((one) => hasTag(tags, one))
  }
  return settings.approval === 'all'
}

/**
 * Returns whether an override that ends at another instant lets more pass: for longer if it is to
 * compliant, and sooner without it if it is to non-compliant. Null is never.
 */
export function passesMore(
  { is_compliant, expires_at }: { is_compliant: boolean; expires_at: number | null },
  end: number | null,
): boolean {
  const by = (end ?? Infinity) - (expires_at ?? Infinity)
  return is_compliant ? by > 0 : by < 0
}

/** Returns whether a change of tags changes those by which exceptions need approval. */
export function changesApproval(
  settings: OverrideSettings,
  of: Tagged,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): boolean {
  if (settings.approval !== 'tagged') return false
  return changesTag(namedTags(settings, of), before, after)
}

/** Returns whether the settings allow somebody to approve requests of others. */
function mayApprove(
  { approver_roles, approvers }: OverrideSettings,
  { role, name }: { role: string; name: string },
): boolean {
  return approvers.includes(name) || approver_roles.some((one) => one === role)
}

/** The expiry of an exception in Unix seconds, or why it is refused. */
type CheckedExpiry = { expires_at: number | null } | { refusal: string }

/**
 * Returns the expiry of an exception by the organization's rules: the requested one, null for never,
 * or by default that of the settings. Refusals name it as `thing`.
 */
export function checkExpiry(
  { default_days, most_days, allows_no_expiry }: OverrideSettings,
  requested: number | null | undefined,
  now: number,
  thing = 'override',
): CheckedExpiry {
  if (requested === undefined) {
    return { expires_at: default_days === null ? null : now + default_days * daySeconds }
  }
  if (requested === null) {
    return allows_no_expiry
      ? { expires_at: null }
      : { refusal: `The organization has set that every ${thing} ends` }
  }
  if (requested <= now) return { refusal: 'The end should be in the future' }
  if (requested >= yearTenThousand) return { refusal: 'The end should be before the year 10000' }
  if (most_days !== null && requested > now + most_days * daySeconds) {
    const limit = `${most_days} ${most_days === 1 ? 'day' : 'days'}`
    return { refusal: `The organization has set that an ${thing} ends within ${limit}` }
  }
  return { expires_at: requested }
}

/** An account that is about to decide on a request. */
export interface Approver {
  name: string
  role: string
  isServiceAccount: boolean
}

interface ApprovalRefusal {
  code: ProblemCode
  message: string
}

/** Returns why somebody may not approve or decline a request; null if they may. */
export function approvalRefusal(
  settings: OverrideSettings,
  approver: Approver,
  isOwn: boolean,
): ApprovalRefusal | null {
  if (isOwn) {
    const message = 'Who asks for an exception cannot decide about it: another person has to'
    return { code: 'own_request', message }
  }
  if (approver.isServiceAccount) {
    const message = 'A service account cannot decide about a request: a person has to'
    return { code: 'person_only', message }
  }
  if (approverRoles.some((role) => role === approver.role) && mayApprove(settings, approver)) {
    return null
  }
  const message = `The organization has set who decides about requests: ${decidersText(settings)}`
  return { code: 'not_approver', message }
}

/** Returns in words who may decide about requests of others: "every admin, 'jo'". */
export function decidersText({ approver_roles, approvers }: OverrideSettings): string {
  const roles = approver_roles.map((role) => `every ${role}`)
  return [...roles, ...approvers.map((name) => `'${name}'`)].join(', ') || 'nobody'
}

interface DayCount {
  /** Days since 1970, UTC. */
  day: number
  count: number
}

/** Counts active overrides at the end of each day of a window; `start` is in Unix seconds. */
export function activeOverrideDays(
  { from, to }: { from: number; to: number },
  { begun, ended }: { begun: readonly DayCount[]; ended: readonly DayCount[] },
): { start: number; active: number }[] {
  const changes = new Map<number, number>()
  const note = (rows: readonly DayCount[], sign: 1 | -1) => {
    for (const { day, count } of rows) changes.set(day, (changes.get(day) ?? 0) + sign * count)
  }
  note(begun, 1)
  note(ended, -1)
  const first = Math.floor(from / daySeconds)
  let active = [...changes].reduce((sum, [day, change]) => sum + (day < first ? change : 0), 0)
  const length = Math.max(0, Math.floor(to / daySeconds) - first + 1)
  return Array.from({ length }, (_, index) => {
    const day = first + index
    active += changes.get(day) ?? 0
    return { start: day * daySeconds, active }
  })
}
