import { savedTargets } from '#server/notification/change-notification.ts'
import { labelOf } from '#server/notification/load-summaries.ts'
import { readTargets } from '#server/notification/parse-targets.ts'
import { findSelected } from '#server/notification/watch-environments.ts'
import type { Handlers } from '#server/request/handler.ts'
import { backtestNotification } from './backtest.ts'
import { payloadOfPicked, samplePayload } from './sample-payload.ts'
import { testDraftTargets } from './test-targets.ts'

export const draftHandlers = {
  async previewNotification(context, { body }) {
    const { senders, httpClient } = context
    const { number = null } = body
    const saved = number === null ? undefined : await savedTargets(context, number)
    const targets = await readTargets(httpClient, body.targets, saved)
    const { event_at, payload } = body.event
      ? await payloadOfPicked(context, body.event)
      : await samplePayload(context, body)
    return {
      event_at,
      renderings: targets.map(({ type, address, context: channel }, position) => ({
        position,
        type,
        label: labelOf(address, channel),
        rendering: senders[type].render(payload, null),
      })),
    }
  },

  async testNotificationDraft(context, { body }) {
    return { results: await testDraftTargets(context, body) }
  },

  backtestNotification: (context, { body }) => backtestNotification(context, body),

  async findSelectedEnvironments({ org }, { query }) {
    return { environments: await findSelected(org, query) }
  },
} satisfies Partial<Handlers>
