import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { type EditedNotification, selectorBody, targetBody } from './draft.ts'
import { selectorLabels } from './selector-words.ts'
import type { ToldRule } from './sentence.ts'

/** What the sentence of a saved rule says. */
export function ruleOf(notification: NotificationSummary): ToldRule {
  const { named_environments, selector, triggers, targets } = notification
  return { environments: named_environments, kinds: selectorLabels(selector), triggers, targets }
}

/** What the sentence of a rule says while it is typed. */
export function ruleOfDraft(edited: EditedNotification): ToldRule {
  const { environments, selector, triggers, targets } = edited
  const kinds = selectorLabels(selectorBody(selector))
  const told = targets.map((target) => ({ ...targetBody(target), type: target.type }))
  return { environments, kinds, triggers, targets: told }
}
