import type { BodyOf } from '#contract/common/endpoint.ts'
import type { TestResult, testNotificationDraft } from '#contract/notification/draft.ts'
import type { TargetType } from '#contract/notification/notification-types.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { savedTargets } from '#server/notification/change-notification.ts'
import { insertRequested } from '#server/notification/delivery/log-queries.ts'
import { unreadable } from '#server/notification/delivery/senders/message.ts'
import { type Payload, testPayload } from '#server/notification/dispatch/payload.ts'
import { labelOf } from '#server/notification/load-summaries.ts'
import { readTargets } from '#server/notification/parse-targets.ts'
import { notificationOf } from '#server/notification/load-notifications.ts'
import { auditNotification } from '#server/notification/put-notification.ts'
import {
  listWatched,
  type NotificationRow,
  listTargetRows,
  type TargetRow,
} from '#server/notification/queries.ts'
import {
  type Address,
  newSigning,
  decryptAddress,
  signingOf,
} from '#server/notification/target-address.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { inUnitOfWork, type UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { saveTest } from './queries.ts'
import { samplePayload } from './sample-payload.ts'

type Draft = BodyOf<typeof testNotificationDraft>

/** A target to test. */
interface Tested {
  id: string
  type: TargetType
  address: Address | null
  context: Record<string, unknown> | null
}

/** Sends a test to one target, and returns its answer. */
async function sendTest(
  { senders, clock }: OrgContext,
  { id, type, address, context }: Tested,
  position: number,
  { secrets, payload }: { secrets: readonly string[]; payload: Payload },
): Promise<TestResult> {
  const began = performance.now()
  const message = { id, thread: 'test', secrets, payload, emphasis: 'test' as const, now: clock() }
  const reply = address === null ? unreadable : await senders[type].send({ ...message, address })
  const { status } = reply
  return {
    position,
    type,
    label: labelOf(address, context),
    is_delivered: status !== null && status >= 200 && status < 300,
    status,
    response: status === null ? null : reply.text,
    error: status === null ? reply.error : null,
    duration_ms: Math.round(performance.now() - began),
    rendering: senders[type].render(payload, 'test'),
  }
}

/** @throws Problem 400 or 429 beyond the limits of tests */
function countTest(
  { testLimit, org, actor, clock }: OrgContext,
  targets: readonly { address: Address | null }[],
): void {
  const addresses = targets.map(({ address }) => address)
  testLimit.count({ orgId: org.orgId, userId: actor.userId }, addresses, clock())
}

/**
 * Sends a test to the targets of a draft, through the same egress policy as all messages.
 * @throws Problem 400 for an invalid target, 404 for an unknown number of a notification
 */
export async function testDraftTargets(context: OrgContext, draft: Draft): Promise<TestResult[]> {
  const { org, secrets, newId } = context
  const { number = null } = draft
  const row = number === null ? null : await notificationOf(context, number)
  const saved = number === null ? undefined : await savedTargets(context, number)
  const targets = await readTargets(context.httpClient, draft.targets, saved)
  countTest(context, targets)
  const sample = await samplePayload(context, draft)
  const how = {
    // A draft gets its secret when it is saved.
    secrets: row ? signingOf(secrets, org.orgId, row, context.clock()) : [newSigning()],
    payload: testPayload(sample.payload),
  }
  const results = await Promise.all(
    targets.map((one, position) => sendTest(context, { ...one, id: newId() }, position, how)),
  )
  const body = {
    number,
    targets: results.map(({ label, is_delivered }) => ({ label, is_delivered })),
  }
  await inUnitOfWork(context, (w) =>
    appendAuditEntry(w, {
      kind: 'notification_tested',
      subject: row ? { notification: row.name, notification_number: String(row.number) } : {},
      body,
    }),
  )
  return results
}

/**
 * Sends a test to the targets of a notification, or to one of them; each is logged. One that
 * answered 410 before, or was only probed, is enabled again when it accepts the test, and gets what
 * waits at once.
 * @throws Problem 404 for an unknown notification, 400 for an unknown target
 */
export async function testSavedTargets(
  context: OrgContext,
  number: number,
  targetId: string | null,
): Promise<TestResult[]> {
  const { org, secrets, newId } = context
  const row = await notificationOf(context, number)
  const targets = await listTargetRows(org, [row.id])
  const chosen = targets.filter(({ id }) => targetId === null || id === targetId)
  if (chosen.length === 0) {
    throw fieldProblem('target_id', 'The notification has no such target', targetId)
  }
  const tested = chosen.map((target) => ({
    target,
    address: decryptAddress(secrets, org.orgId, target),
  }))
  countTest(context, tested)
  const payload = await payloadFor(context, row)
  const how = { secrets: signingOf(secrets, org.orgId, row, context.clock()), payload }
  const sent = await Promise.all(
    tested.map(async ({ target, address }) => {
      const { type, context: channel } = target
      const id = newId()
      const one = { id, type, address, context: channel }
      return { id, target, result: await sendTest(context, one, targets.indexOf(target), how) }
    }),
  )
  await inUnitOfWork(context, async (w) => {
    for (const one of sent) await storeTest(w, row, one, payload)
    const body = { number, name: row.name, targets: sent.map(({ result }) => result.label) }
    await auditNotification(w, 'notification_tested', row, body)
  })
  return sent.map(({ result }) => result)
}

async function payloadFor(context: OrgContext, row: NotificationRow): Promise<Payload> {
  const [first] = await listWatched(context.org, [row.id])
  const drafted = { environment: first?.name, trigger: row.triggers[0] }
  return testPayload((await samplePayload(context, drafted)).payload)
}

async function storeTest(
  { org, at, actor }: UnitOfWork,
  row: NotificationRow,
  { id, target, result }: { id: string; target: TargetRow; result: TestResult },
  payload: Payload,
): Promise<void> {
  await insertRequested(org, {
    id,
    message_id: id,
    kind: 'test',
    target_id: target.id,
    notification_id: row.id,
    event_id: null,
    number: 0,
    state: result.is_delivered ? 'delivered' : 'failed',
    attempt_count: 1,
    created_at: at,
    next_at: null,
    payload,
    requested_by: actor.name,
  })
  const { status, response, error, duration_ms } = result
  await saveTest(org, target.id, id, { at, duration_ms, status, response, error })
}
