import type { RetentionSettings } from '#contract/organization/retention-settings.ts'
import { daySeconds } from '#domain/common/days.ts'
import { type Tags, changesTag, hasTag } from '#domain/tag/tags.ts'

/** Leap years included, so that nothing goes a day early. */
const yearSeconds = 366 * daySeconds

/** Returns whether a flow keeps all its evidence, whatever the rules say. */
export const isHeld = ({ hold_tags }: RetentionSettings, tags: Tags): boolean =>
  hold_tags.some((one) => hasTag(tags, one))

/**
 * Returns the instant before which evidence of a flow with these tags is older than it has to be
 * kept; null where it is kept for ever. Unix seconds.
 */
export function retainedSince(settings: RetentionSettings, tags: Tags, now: number): number | null {
  if (isHeld(settings, tags)) return null
  const rules = settings.rules.filter(({ tag }) => hasTag(tags, tag))
  const years = rules.length > 0 ? Math.max(...rules.map((rule) => rule.years)) : settings.years
  return years === null ? null : now - years * yearSeconds
}

/** Returns whether a change of tags changes those that decide for how long evidence is kept. */
export function changesRetention(settings: RetentionSettings, before: Tags, after: Tags): boolean {
  const named = [...settings.hold_tags, ...settings.rules.map(({ tag }) => tag)]
  return changesTag(named, before, after)
}
