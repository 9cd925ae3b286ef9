import { targetTraits } from '#contract/notification/notification-types.ts'
import { digestLabels, targetLabels } from '#web/notification/labels.ts'
import {
  type SentenceRule,
  selectorTexts,
  sentenceOf,
  textOf,
} from '#web/notification/rule-sentence.tsx'
import { selectorBody } from '#web/record/selector.ts'
import { type EditedNotification, type EditedTarget, isAddressed, targetBody } from './draft.ts'

/** Name of a target while it is edited. */
export function targetName({ type, label, channel, webhook, email }: EditedTarget): string {
  const { label: kind, name } = targetLabels[type]
  const { address } = targetTraits[type]
  if (name && channel) return channel
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
export function ruleOfDraft(edited: EditedNotification): SentenceRule {
  const { environments, selector, triggers, targets } = edited
  const kinds = selectorTexts(selectorBody(selector))
  const told = targets.map((target) => ({ ...targetBody(target), type: target.type }))
  const { digest, merge_minutes } = edited
  return {
    ...{ environments, kinds, triggers, targets: told, digest },
    merge_minutes: Number(merge_minutes),
  }
}

/**
 * Describes what a rule still lacks: "To save it, name it and add a target."; null where nothing is
 * missing.
 */
export function missingText({
  name,
  environments,
  selector,
  triggers,
  targets,
}: EditedNotification): string | null {
  const steps = [
    name.trim() === '' && 'name it',
    environments.length === 0 && selectorBody(selector) === null && 'choose environments',
    triggers.length === 0 && 'choose when it fires',
    targets.length === 0
      ? 'add a target'
      : !targets.every(isAddressed) && 'give each target an address',
  ].filter((step) => step !== false)
  const last = steps.pop()
  if (last === undefined) return null
  return `To save it, ${steps.length > 0 ? `${steps.join(', ')} and ${last}` : last}.`
}
