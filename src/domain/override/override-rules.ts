import {
  type OverrideSettings,
  approverRoles,
} from '#contract/organization/organization-settings.ts'

const day = 86_400
/** In Unix seconds: later instants have no date that everybody reads. */
const yearTenThousand = 253_402_300_800

/** Whether a flow has a tag: its key, or `key:value`. */
function hasTag(tags: Readonly<Record<string, string>>, asked: string): boolean {
  const [key = '', ...value] = asked.split(':')
  return Object.hasOwn(tags, key) && (value.length === 0 || tags[key] === value.join(':'))
}

/** Whether an override on a flow takes the approval of a second person. */
export function needsApproval(
  { approval, approval_tags }: OverrideSettings,
  tags: Readonly<Record<string, string>>,
): boolean {
  if (approval === 'tagged') return approval_tags.some((one) => hasTag(tags, one))
  return approval === 'all'
}

/** Whether other tags of a flow change by which tag its overrides take an approval. */
export function changesApproval(
  { approval, approval_tags }: OverrideSettings,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): boolean {
  if (approval !== 'tagged') return false
  return approval_tags.some((one) => hasTag(before, one) !== hasTag(after, one))
}

/** Whether somebody may approve what another asks for. */
function mayApprove(
  { approver_roles, approvers }: OverrideSettings,
  { role, name }: { role: string; name: string },
): boolean {
  return approvers.includes(name) || approver_roles.some((one) => one === role)
}

/** Until when an override stands, in Unix seconds, or why it may not stand until then. */
type CheckedExpiry = { expires_at: number | null } | { refusal: string }

/**
 * When an override ends by the organization's rules: at what was asked for, null being never, or by
 * default where nothing was.
 */
export function checkExpiry(
  { default_days, most_days, allows_no_expiry }: OverrideSettings,
  asked: number | null | undefined,
  now: number,
): CheckedExpiry {
  if (asked === undefined) {
    return { expires_at: default_days === null ? null : now + default_days * day }
  }
  if (asked === null) {
    return allows_no_expiry
      ? { expires_at: null }
      : { refusal: 'The organization has set that every override ends' }
  }
  if (asked <= now) return { refusal: 'The end should be in the future' }
  if (asked >= yearTenThousand) return { refusal: 'The end should be before the year 10000' }
  if (most_days !== null && asked > now + most_days * day) {
    const least = `${most_days} ${most_days === 1 ? 'day' : 'days'}`
    return { refusal: `The organization has set that an override ends within ${least}` }
  }
  return { expires_at: asked }
}

/** Somebody who would decide about a request. */
export interface Approver {
  name: string
  role: string
  isServiceAccount: boolean
}

/** Why somebody may not approve or decline a request; null where they may. */
export function approvalRefusal(
  settings: OverrideSettings,
  approver: Approver,
  isOwn: boolean,
): string | null {
  if (isOwn) return 'Who asks for an override cannot decide about it: another person has to'
  if (approver.isServiceAccount)
    return 'A service account cannot decide about a request: a person has to'
  if (approverRoles.some((role) => role === approver.role) && mayApprove(settings, approver)) {
    return null
  }
  const roles = settings.approver_roles.map((role) => `every ${role}`)
  const able = [...roles, ...settings.approvers.map((name) => `'${name}'`)].join(', ')
  return `The organization has set who decides about requests: ${able || 'nobody'}`
}

interface DayCount {
  /** Days since 1970, UTC. */
  day: number
  count: number
}

/** How many overrides stood at the end of each day of a window; a day's `start` in Unix seconds. */
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
  const first = Math.floor(from / 86_400)
  let active = [...changes].reduce((sum, [day, change]) => sum + (day < first ? change : 0), 0)
  const length = Math.max(0, Math.floor(to / 86_400) - first + 1)
  return Array.from({ length }, (_, index) => {
    const day = first + index
    active += changes.get(day) ?? 0
    return { start: day * 86_400, active }
  })
}
