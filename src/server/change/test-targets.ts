import type { BodyOf } from '#contract/endpoint.ts'
import type { TestResult, testNotificationDraft } from '#contract/notification-draft.ts'
import type { TargetType } from '#contract/notification-words.ts'
import type { OrgContext } from '../handler.ts'
import { type Address, newSigning, revealAddress, signingOf } from '../notification/address.ts'
import { insertAsked } from '../notification/log-queries.ts'
import { type Payload, testPayload } from '../notification/payload.ts'
import { findNotification, listWatched, type NotificationRow } from '../notification/queries.ts'
import { readTargets } from '../notification/read-request.ts'
import { labelOf } from '../notification/summary.ts'
import { listTargetRows, type TargetRow } from '../notification/target-queries.ts'
import { unreadable } from '../notification/targets/message.ts'
import { saveTest } from '../notification/test-queries.ts'
import { refusedField } from '../problem.ts'
import { leaveRecord } from './leave-record.ts'
import { savedTargets } from './manage-notification.ts'
import { keepRecord, requireNotification } from './put-notification.ts'
import { samplePayload } from './sample-payload.ts'
import { write } from './write.ts'

type Draft = BodyOf<typeof testNotificationDraft>

/** Somewhere that a test is sent to. */
interface Tested {
  id: string
  type: TargetType
  address: Address | null
  context: Record<string, unknown> | null
}

/** Sends a test to one of them, and says how it answered. */
async function sendTest(
  { senders, clock }: OrgContext,
  { id, type, address, context }: Tested,
  position: number,
  { secrets, payload }: { secrets: readonly string[]; payload: Payload },
): Promise<TestResult> {
  const began = performance.now()
  const message = { id, thread: 'test', secrets, payload, mark: 'test' as const, now: clock() }
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

/**
 * Sends a test to the targets of a draft, through the same guard as everything else.
 * @throws Problem 400 for what cannot be a target, 404 for the number of no notification
 */
export async function testDraftTargets(context: OrgContext, draft: Draft): Promise<TestResult[]> {
  const { org, secrets, newId } = context
  const { number = null, environment = null, trigger = null } = draft
  const row = number === null ? null : requireNotification(await findNotification(org, number))
  const saved = number === null ? undefined : await savedTargets(context, number)
  const targets = await readTargets(context.outgoing, draft.targets, saved)
  const sample = await samplePayload(context, {
    environment,
    trigger: trigger ?? 'ON_NON_COMPLIANT_ENV',
  })
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
  await write(context, (w) =>
    leaveRecord(w, {
      kind: 'notification_tested',
      subject: row ? { notification: row.name, notification_number: String(row.number) } : {},
      body,
    }),
  )
  return results
}

/**
 * Sends a test to the targets of a notification, or to one of them; each stands in the log. One that
 * answered 410 before, or was only probed, is told everything again when it takes the test.
 * @throws Problem 404 for an unknown notification, 400 for an unknown target
 */
export async function testSavedTargets(
  context: OrgContext,
  number: number,
  targetId: string | null,
): Promise<TestResult[]> {
  const { org, secrets, newId } = context
  const row = requireNotification(await findNotification(org, number))
  const targets = await listTargetRows(org, [row.id])
  const asked = targets.filter(({ id }) => targetId === null || id === targetId)
  if (asked.length === 0) {
    throw refusedField('target_id', 'The notification has no such target', targetId)
  }
  const payload = await payloadFor(context, row)
  const how = { secrets: signingOf(secrets, org.orgId, row, context.clock()), payload }
  const sent = await Promise.all(
    asked.map(async (target) => {
      const address = revealAddress(secrets, org.orgId, target)
      const { type, context: place } = target
      const id = newId()
      const tested = { id, type, address, context: place }
      return { id, target, result: await sendTest(context, tested, targets.indexOf(target), how) }
    }),
  )
  await write(context, async (w) => {
    for (const one of sent) await keepTest(w, row, one, payload)
    const body = { number, name: row.name, targets: sent.map(({ result }) => result.label) }
    await keepRecord(w, 'notification_tested', row, body)
  })
  return sent.map(({ result }) => result)
}

async function payloadFor(context: OrgContext, row: NotificationRow): Promise<Payload> {
  const [first] = await listWatched(context.org, [row.id])
  const sample = await samplePayload(context, {
    environment: first?.name ?? null,
    trigger: row.triggers[0] ?? 'ON_NON_COMPLIANT_ENV',
  })
  return testPayload(sample.payload)
}

async function keepTest(
  { org, at, actor }: Parameters<Parameters<typeof write>[1]>[0],
  row: NotificationRow,
  { id, target, result }: { id: string; target: TargetRow; result: TestResult },
  payload: Payload,
): Promise<void> {
  await insertAsked(org, {
    id,
    message_id: id,
    kind: 'test',
    target_id: target.id,
    notification_id: row.id,
    event_id: null,
    number: '0',
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
