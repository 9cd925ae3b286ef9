import type { BodyOf } from '#contract/common/endpoint.ts'
import type { OverrideSettings } from '#contract/override/override-settings.ts'
import type { makeOverride } from '#contract/override/override.ts'
import { daySeconds } from '#domain/common/days.ts'
import { safeUrl } from '#web/ui/safe-link.tsx'
import type { Target } from './target.ts'

/** When an override ends: by the organization's rule, never, after days, or at a moment. */
type End = 'default' | 'never' | 'date' | `${number}`

/** The form as filled in. */
export interface Draft {
  verdict: boolean | null
  reason: string
  description: string
  origin_url: string
  ticket: string
  control: string
  user_data: string
  end: End
  /** Unix seconds, where it ends at a moment. */
  date: number | null
}
export type DraftBody = BodyOf<typeof makeOverride>

const spans = [1, 7, 30, 90]

/** The ends to choose from, as far as the organization allows. */
export function endsOf(settings: OverrideSettings): { value: End; label: string }[] {
  const { default_days, allows_no_expiry } = settings
  return [
    ...(default_days === null
      ? []
      : [{ value: 'default' as const, label: `In ${daysText(default_days)}, the default` }]),
    ...spansOf(settings)
      .filter((days) => days !== default_days)
      .map((days) => ({ value: `${days}` as const, label: `In ${daysText(days)}` })),
    { value: 'date', label: 'Custom date' },
    ...(allows_no_expiry ? [{ value: 'never' as const, label: 'No expiry' }] : []),
  ]
}

const spansOf = ({ most_days }: OverrideSettings) =>
  spans.filter((days) => most_days === null || days <= most_days)

/** The longest end to choose of at most some days, or the shortest that there is. */
export const endWithin = (settings: OverrideSettings, most: number): End =>
  `${spansOf(settings).findLast((days) => days <= most) ?? 1}`

/** Where the organization says no end: 30 days, or the most that it allows. Without one is a choice. */
const defaultEnd = (settings: OverrideSettings): End =>
  settings.default_days === null ? endWithin(settings, 30) : 'default'

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** An empty draft; the verdict is nobody's choice but theirs, unless a link says it. */
export const emptyDraft = (settings: OverrideSettings, verdict: boolean | null): Draft => ({
  verdict,
  reason: '',
  description: '',
  origin_url: '',
  ticket: '',
  control: '',
  user_data: '',
  end: defaultEnd(settings),
  date: null,
})

/** When the override would end: undefined leaves it to the organization's rule. */
export function endOf({ end, date }: Pick<Draft, 'end' | 'date'>, now: number) {
  if (end === 'default') return undefined
  if (end === 'never') return null
  return end === 'date' ? date : Math.ceil(now) + Number(end) * daySeconds
}

/** Request body of a draft; blank fields are left out. */
export function bodyOf(
  target: Target,
  of: { type: string; commit: string | null },
  draft: Draft,
  now: number,
): DraftBody {
  const { reason, description, origin_url, ticket, control, user_data } = draft
  const expires_at = endOf(draft, now)
  const isInAdvance = target.fingerprint === undefined && target.targets.length > 0
  return {
    flow_name: target.flow,
    trail_name: target.trail,
    attestation_name: target.name,
    original_attestation_type: of.type,
    ...(target.fingerprint !== undefined && { artifact_fingerprint: target.fingerprint }),
    ...(isInAdvance && { target_artifacts: [...target.targets] }),
    ...(isInAdvance && of.commit !== null && { git_commit_info: { sha1: of.commit } }),
    new_compliance_status: draft.verdict ?? false,
    reason: reason.trim(),
    ...(expires_at !== undefined && { expires_at }),
    ...(description.trim() && { description: description.trim() }),
    ...(origin_url.trim() && { origin_url: origin_url.trim() }),
    ...(ticket.trim() && { external_urls: { ticket: ticketValue(ticket.trim()) } }),
    ...(control.trim() && { annotations: { compensating_control: control.trim() } }),
    ...(user_data.trim() && { user_data: readJson(user_data) }),
  } as DraftBody
}

/** A link; a key alone has no address. */
const ticketValue = (text: string) => (safeUrl(text) ? { href: text } : text)

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type DraftProblems = Partial<Record<keyof Draft, string>>

const isUrl = (text: string) => text.trim() === '' || safeUrl(text.trim()) !== null
const noUrl = 'An address must begin with https:// or http://'
const isTicket = (text: string) =>
  isUrl(text) || /^[\p{L}\d#][\p{L}\d_.#-]{0,99}$/u.test(text.trim())

/** Problems of a draft, by field; those of `reason` and `verdict` only once it was submitted. */
export function problemsOf(
  draft: Draft,
  settings: OverrideSettings,
  { now, isTried }: { now: number; isTried: boolean },
): DraftProblems {
  const at = endOf(draft, now)
  const { most_days } = settings
  return {
    ...(isTried && draft.verdict === null && { verdict: 'Choose what it counts as' }),
    ...(isTried &&
      draft.reason.trim() === '' && { reason: 'Say why: it stands beside the verdict' }),
    ...(!isTicket(draft.ticket) && { ticket: 'Write a key such as RISK-733, or an address' }),
    ...(!isUrl(draft.origin_url) && { origin_url: noUrl }),
    ...(draft.user_data.trim() !== '' &&
      readJson(draft.user_data) === undefined && { user_data: 'This is not JSON' }),
    ...(draft.end === 'date' && at === null && isTried && { date: 'Say when' }),
    ...(typeof at === 'number' && at <= now && { date: 'This is over already' }),
    ...(typeof at === 'number' &&
      most_days !== null &&
      at > now + most_days * daySeconds + 60 && {
        date: `At most ${daysText(most_days)} from now`,
      }),
  }
}
