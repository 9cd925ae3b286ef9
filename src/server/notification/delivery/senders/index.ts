import type { TargetType } from '#contract/notification/notification-types.ts'
import type { Config } from '#server/platform/config.ts'
import type { HttpClient } from '#server/egress/http-client.ts'
import { emailSender } from './email.ts'
import type { Sender } from './message.ts'
import { slackSender } from './slack.ts'
import { webhookSender } from './webhook.ts'

/** Sender of each type of target. */
export type Senders = Record<TargetType, Sender>

export function makeSenders(httpClient: HttpClient, mail: Config['mail']): Senders {
  return {
    SLACK: slackSender(httpClient),
    WEBHOOK: webhookSender(httpClient),
    EMAIL: emailSender(mail),
  }
}
