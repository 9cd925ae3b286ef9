import { getOverrideSettings } from '#contract/organization/organization-settings.ts'
import { previewOverride } from '#contract/override/override-effect.ts'
import { getOverride } from '#contract/override/override.ts'
import { bodyQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { type Draft, bodyOf } from './form/draft.ts'
import type { Target } from './form/target.ts'

/** How overrides are made in an organization. */
export const settingsQuery = (org: string) => endpointQuery(getOverrideSettings, { org })

/** One override with what became of it. */
export const overrideQuery = (org: string, override_id: string) =>
  endpointQuery(getOverride, { org, override_id })

/** Impact of an override. */
export function impactQuery(
  org: string,
  target: Target,
  of: { type: string; commit: string | null },
  choice: Pick<Draft, 'verdict' | 'end' | 'date'>,
) {
  const rest = { description: '', origin_url: '', ticket: '', control: '', user_data: '' }
  const draft = { ...choice, ...rest, reason: 'preview' }
  // By the choice of an end and not by the moment that it means now: asking again is the same.
  const asked = { ...target, ...of, ...choice }
  return {
    ...bodyQuery(previewOverride, { org }, asked, () =>
      bodyOf(target, of, draft, Date.now() / 1_000),
    ),
    retry: false,
  }
}

/** Change of an override, or of a request for one. */
export type Change = 'extend' | 'end' | 'review' | 'approve' | 'decline' | 'withdraw'

export const changeLabels: Record<Change, string> = {
  extend: 'Extend',
  end: 'Withdraw',
  review: 'Review',
  approve: 'Approve',
  decline: 'Decline',
  withdraw: 'Withdraw',
}

/** Keys of changes, where the page is about one override. */
export const changeKeys: Partial<Record<Change, string>> = { approve: 'a', decline: 'd' }
