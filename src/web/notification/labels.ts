import { type LucideIcon, CodeXml, Hash, Mail } from 'lucide-react'
import type { NotificationHealth } from '#contract/notification/notification-page.ts'
import {
  type Digest,
  targetTraits,
  type TargetType,
  type Trigger,
} from '#contract/notification/notification-types.ts'

/** Label of a trigger, and what it happens to. */
export const triggerLabels: Record<
  Trigger,
  { of: 'environment' | 'artifact'; says: string; hint?: string }
> = {
  ON_NON_COMPLIANT_ENV: { of: 'environment', says: 'becomes non-compliant' },
  ON_COMPLIANT_ENV: { of: 'environment', says: 'becomes compliant' },
  ON_STARTED_ARTIFACT: { of: 'artifact', says: 'starts' },
  ON_EXITED_ARTIFACT: { of: 'artifact', says: 'stops' },
  ON_ALLOWED_ARTIFACT: { of: 'artifact', says: 'is allow-listed' },
  ON_SCALED_ARTIFACT: { of: 'artifact', says: 'is scaled', hint: 'never affects compliance' },
}

/** Triggers in the order that they are offered and said. */
export const orderedTriggers = Object.keys(triggerLabels) as Trigger[]

interface TargetLabels {
  label: string
  icon: LucideIcon
  /** How people are told, in a sentence. */
  how: string
  /** The field for what editors call it, with an example; null where its address is its name. */
  name: { label: string; placeholder: string } | null
}

/** Labels of each type of target, in the order that they are offered. */
export const targetLabels: Record<TargetType, TargetLabels> = {
  SLACK: {
    label: 'Slack',
    icon: Hash,
    how: 'in Slack',
    name: { label: 'Channel', placeholder: '#releases' },
  },
  WEBHOOK: {
    label: 'Webhook',
    icon: CodeXml,
    how: 'by webhook',
    name: { label: 'Name of the webhook', placeholder: 'Release board' },
  },
  EMAIL: { label: 'E-mail', icon: Mail, how: 'by e-mail', name: null },
}

/** Kinds of target in the order that they are offered. */
export const orderedTypes = Object.keys(targetLabels) as TargetType[]

/** Labels of the health of a notification. */
export const healthLabels: Record<NotificationHealth, string> = {
  failing: 'Failing',
  retrying: 'Retrying',
  working: 'Working',
  partly_tried: 'Partly tried',
  never_tried: 'Never tried',
}

/** How a digest is said. */
export const digestLabels: Record<Digest, string> = {
  none: 'for each change',
  hourly: 'gathered each hour',
  daily: 'gathered each day',
}

/** How a target answered a message. */
export interface TargetAnswer {
  type: TargetType
  /** Of HTTP; null where there was no answer. */
  status: number | null
  /** Why there was no answer. */
  error: string | null
  isDelivered: boolean
}

/** Statuses of HTTP that send a client to another address. */
const redirects = [301, 302, 303, 307, 308]

/** "Answered 200", "Answered 302: redirects are not followed", or why there was no answer. */
export function answerText({ type, status, error, isDelivered }: TargetAnswer): string {
  if (targetTraits[type].address === 'email' && isDelivered) return 'Accepted'
  if (status === null) return error || 'No answer'
  return `Answered ${status}${redirects.includes(status) ? ': redirects are not followed' : ''}`
}
