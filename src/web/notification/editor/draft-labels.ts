import { type Digest, targetTraits } from '#contract/notification/notification-types.ts'
import { targetLabels } from '#web/notification/labels.ts'
import {
  type ToldRule,
  selectorLabels,
  sentenceOf,
  textOf,
} from '#web/notification/rule-sentence.tsx'
import { selectorBody } from '#web/record/selector.ts'
import { type EditedNotification, type EditedTarget, targetBody } from './draft.ts'

/** How a digest is said. */
export const digestLabels: Record<Digest, string> = {
  none: 'for each change',
  hourly: 'gathered each hour',
  daily: 'gathered each day',
}

/** Name of a target while it is edited. */
export function targetName({ type, label, channel, webhook, email }: EditedTarget): string {
  const { label: kind } = targetLabels[type]
  const { address, hasChannel } = targetTraits[type]
  if (hasChannel && channel) return channel
  if (address === 'email') return email || kind
  return maskedAddress(webhook) || label || kind
}

/** Stands for what of a webhook's address is secret. */
const mask = '•••'

/** The address of a webhook without its secret part, path and query. */
function maskedAddress(webhook: string): string {
  const url = URL.parse(webhook)
  return url ? `${url.origin}/${mask}` : ''
}

/** Both versions of a rule, where they differ. */
export function conflictRows(mine: EditedNotification, theirs: EditedNotification) {
  const others = rowsOf(theirs)
  return rowsOf(mine)
    .map(({ label, text }, index) => ({ label, mine: text, theirs: others[index]?.text ?? '' }))
    .filter(({ mine, theirs }) => mine !== theirs)
}

const rowsOf = (edited: EditedNotification) => [
  { label: 'Name', text: edited.name },
  { label: 'Rule', text: textOf(sentenceOf(ruleOfDraft(edited))) },
  { label: 'Targets', text: edited.targets.map(targetName).join(', ') },
  { label: 'Told', text: digestLabels[edited.digest] },
  { label: 'Taken back within', text: `${edited.merge_minutes} min` },
]

/** The sentence of a rule while it is typed. */
export function ruleOfDraft(edited: EditedNotification): ToldRule {
  const { environments, selector, triggers, targets } = edited
  const kinds = selectorLabels(selectorBody(selector))
  const told = targets.map((target) => ({ ...targetBody(target), type: target.type }))
  return { environments, kinds, triggers, targets: told }
}
