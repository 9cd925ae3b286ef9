import * as z from 'zod/mini'
import { webUrl } from '#contract/common.ts'
import type { TargetType } from '#contract/notification-words.ts'
import type { TargetInput } from '#contract/notification.ts'
import type { Refusal } from '#contract/issue.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { refused } from '../problem.ts'
import { type Address, mask } from './address.ts'

/** A target as it was sent, found to be in order. */
export interface TargetChange {
  type: TargetType
  address: Address
  payload_version: string | null
  context: Record<string, unknown> | null
}

const mail = z.email()
type Told = Omit<Refusal, 'path'> & { path: PropertyKey[] }

/**
 * Reads where a notification is to be told. Whether anybody answers there is not asked.
 * @throws Problem 400 naming each target that cannot be one
 */
export async function readTargets(
  outgoing: Outgoing,
  targets: readonly TargetInput[],
): Promise<TargetChange[]> {
  const refusals = await Promise.all(targets.map((one) => refusalsOf(outgoing, one)))
  const told = refusals.flatMap((some, index) =>
    some.map(({ path, ...rest }) => ({ path: ['targets', index, ...path], ...rest })),
  )
  if (told.length > 0) throw refused(told)
  return targets.map(({ type, webhook, email, payload_version, context }) => {
    const kind = type.toUpperCase() as TargetType
    const address = kind === 'EMAIL' ? { email: email ?? [] } : { webhook: webhook ?? '' }
    const version = kind === 'WEBHOOK' ? (payload_version ?? null) : null
    return { type: kind, address, payload_version: version, context: context ?? null }
  })
}

async function refusalsOf(outgoing: Outgoing, target: TargetInput): Promise<Told[]> {
  if (target.type.toUpperCase() === 'EMAIL') return refusalsOfMail(target.email)
  const { webhook } = target
  const reason = webhook == null ? 'Field required' : await whyNot(outgoing, webhook)
  return reason === null ? [] : [{ path: ['webhook'], reason, input: webhook ?? undefined }]
}

async function whyNot(outgoing: Outgoing, webhook: string): Promise<string | null> {
  if (webhook.includes(mask)) return 'The address is masked: give all of it'
  if (!webUrl.safeParse(webhook).success || !URL.canParse(webhook)) {
    return 'Input should be a valid URL'
  }
  const { username, password } = new URL(webhook)
  if (username || password) return 'The address should hold no user name and no password'
  return outgoing.whyRefused(webhook)
}

function refusalsOfMail(email: TargetInput['email']): Told[] {
  if (email == null) return [{ path: ['email'], reason: 'Field required', input: undefined }]
  if (email.length === 0) {
    return [{ path: ['email'], reason: 'List should have at least 1 items', input: email }]
  }
  return email.flatMap((one, index) =>
    mail.safeParse(one).success
      ? []
      : [{ path: ['email', index], reason: 'Input should be a valid email', input: one }],
  )
}
