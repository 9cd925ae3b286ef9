import type { BodyOf } from '#contract/common/endpoint.ts'
import type {
  makeNotification,
  NotificationSummary,
  TargetSummary,
} from '#contract/notification/notification-page.ts'
import {
  type Digest,
  type TargetType,
  type Trigger,
  targetTraits,
} from '#contract/notification/notification-types.ts'
import { ApiError, refusalTexts } from '#web/api/api-error.ts'
import { orderedTypes, targetLabels } from '#web/notification/labels.ts'
import { channelOf } from '#web/notification/rule-sentence.tsx'
import { type EditedSelector, editedSelector, selectorBody } from '#web/record/selector.ts'

/** A target as a form holds it: text for each part of each kind. */
export interface EditedTarget {
  /** Null before it is saved; a saved one keeps its address where none is given. */
  target_id: string | null
  type: TargetType
  /** Its address as it is saved, masked. */
  label: string
  webhook: string
  /** Addresses, apart by commas. */
  email: string
  /** Name of a webhook's or a Slack target; its address decides where it goes. */
  channel: string
  /** Fields outside the form, kept as they were. */
  kept: Partial<Pick<TargetSummary, 'payload_version' | 'context'>>
}

/** A notification as a form holds it. */
export interface EditedNotification {
  name: string
  environments: string[]
  selector: EditedSelector
  triggers: Trigger[]
  digest: Digest
  /** Minutes as a number field holds them. */
  merge_minutes: string
  targets: EditedTarget[]
}

/** Addresses of a text, apart by commas. */
const addressesOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

type Body = BodyOf<typeof makeNotification>

/** A target with nothing in it. */
export const emptyTarget = (type: TargetType): EditedTarget => ({
  target_id: null,
  type,
  label: '',
  webhook: '',
  email: '',
  channel: '',
  kept: {},
})

/** A target as a form begins with it. */
function editedTargetOf(target: TargetSummary): EditedTarget {
  const { target_id, type, label, email, payload_version, context } = target
  return {
    target_id,
    type,
    label,
    webhook: '',
    email: email?.join(', ') ?? '',
    channel: channelOf(target) ?? '',
    kept: { payload_version, context },
  }
}

/** A new rule; by default it fires when an environment becomes compliant or non-compliant. */
export const emptyNotification = (
  environments: string[],
  triggers: Trigger[] = ['ON_NON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV'],
): EditedNotification => ({
  name: '',
  environments,
  selector: editedSelector(null),
  triggers,
  digest: 'none',
  merge_minutes: '0',
  targets: [],
})

/** A notification as a form begins with it. */
export function editedOf(notification: NotificationSummary): EditedNotification {
  const { name, named_environments, selector, triggers, digest, merge_minutes, targets } =
    notification
  return {
    name,
    environments: named_environments,
    selector: editedSelector(selector),
    triggers,
    digest,
    merge_minutes: String(merge_minutes),
    targets: targets.map(editedTargetOf),
  }
}

/** Another rule that begins as one does; addresses of webhooks are secrets, and are given anew. */
export function copyOf(notification: NotificationSummary): EditedNotification {
  const edited = editedOf(notification)
  const targets = edited.targets.map((one) => ({ ...one, target_id: null, label: '' }))
  return { ...edited, name: `Copy of ${notification.name}`, targets }
}

/** Watched part of a rule, as sent. */
export function watchBody(edited: EditedNotification) {
  const { environments, selector, triggers, digest, merge_minutes } = edited
  return {
    environments,
    selector: selectorBody(selector),
    triggers,
    digest,
    merge_minutes: merge_minutes === '' ? 0 : Number(merge_minutes),
  }
}

/** A target as it is sent. */
export function targetBody(target: EditedTarget): Body['targets'][number] {
  const { target_id, type, webhook, email, channel, kept } = target
  const { address, isSigned } = targetTraits[type]
  const { channel_name: _, ...others } = kept.context ?? {}
  const context = {
    ...others,
    ...(targetLabels[type].name && channel && { channel_name: channel.trim() }),
  }
  return {
    ...(target_id !== null && { target_id }),
    type,
    ...(address === 'email'
      ? { email: addressesOf(email) }
      : webhook && { webhook: webhook.trim() }),
    ...(isSigned && kept.payload_version === '1.0' && { payload_version: '1.0' }),
    ...(Object.keys(context).length > 0 && { context }),
  }
}

/** A rule as it is sent. */
export function bodyOf(edited: EditedNotification): Body {
  const { name, targets } = edited
  return { name: name.trim(), ...watchBody(edited), targets: targets.map(targetBody) }
}

/** Whether it is known where a target is. */
export const isAddressed = ({ target_id, type, webhook, email }: EditedTarget): boolean =>
  targetTraits[type].address === 'email'
    ? addressesOf(email).length > 0
    : target_id !== null || webhook.trim() !== ''

/** Whose message is shown before there is a target. */
const example = { ...emptyTarget('EMAIL'), email: 'somebody@example.com' }

/**
 * Targets whose messages are previewed, as sent: of one kind all get the same. Mail says nothing of
 * its recipients, who may be half typed.
 */
export function previewedTargets(targets: readonly EditedTarget[]): Body['targets'] {
  const kinds = orderedTypes.flatMap((type) => {
    const target = targets.find((one) => one.type === type && isAddressed(one))
    return target ? [{ ...target, email: example.email }] : []
  })
  return (kinds.length > 0 ? kinds : [example]).map(targetBody)
}

/** First refusal of a draft by the service, or of a part of it; the form shows where. */
export function refusalOfDraft(error: unknown, part = /./): string {
  const names = error instanceof ApiError ? Object.keys(error.errors) : []
  const { byField, whole } = refusalTexts(
    error,
    names.filter((name) => part.test(name)),
  )
  return byField[0]?.[1] ?? whole ?? 'This could not be sent.'
}
