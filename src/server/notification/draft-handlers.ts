import { backtestNotification } from '../change/backtest-notification.ts'
import { savedTargets } from '../change/manage-notification.ts'
import { payloadOfPicked, samplePayload } from '../change/sample-payload.ts'
import { findSelected } from '../change/find-selected.ts'
import { testDraftTargets } from '../change/test-targets.ts'
import type { Handlers } from '../handler.ts'
import { readTargets } from './read-request.ts'
import { labelOf } from './summary.ts'

export const draftHandlers = {
  async previewNotification(context, { body }) {
    const { senders, outgoing } = context
    const { number = null, environment = null, trigger = null } = body
    const saved = number === null ? undefined : await savedTargets(context, number)
    const targets = await readTargets(outgoing, body.targets, saved)
    const { event_at, payload } = body.event
      ? await payloadOfPicked(context, body.event)
      : await samplePayload(context, { environment, trigger: trigger ?? 'ON_NON_COMPLIANT_ENV' })
    return {
      event_at,
      renderings: targets.map(({ type, address, context: place }, position) => ({
        position,
        type,
        label: labelOf(address, place),
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
