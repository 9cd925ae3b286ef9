import type { TargetType } from '#contract/notification-words.ts'
import type { Config } from '../../config.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import { emailSender } from './email.ts'
import type { Sender } from './message.ts'
import { slackSender } from './slack.ts'
import { webhookSender } from './webhook.ts'

/** How each type of target is told. */
export type Senders = Record<TargetType, Sender>

export function makeSenders(outgoing: Outgoing, mail: Config['mail']): Senders {
  return {
    SLACK: slackSender(outgoing),
    WEBHOOK: webhookSender(outgoing),
    EMAIL: emailSender(mail),
  }
}
