import * as z from 'zod/mini'
import { webUrl } from '#contract/common/fields.ts'
import { targetTraits, type TargetType } from '#contract/notification/notification-types.ts'
import type { TargetDraft } from '#contract/notification/notification-page.ts'
import type { ValidationProblem } from '#contract/common/validation-message.ts'
import type { HttpClient } from '#server/egress/http-client.ts'
import { validationProblem } from '#server/platform/problem.ts'
import { type Address, mask } from './target-address.ts'

/** A target as sent, after validation. */
export interface TargetChange {
  type: TargetType
  address: Address
  payload_version: string | null
  context: Record<string, unknown> | null
}

const mail = z.email()
type TargetRefusal = Omit<ValidationProblem, 'path'> & { path: PropertyKey[] }

/** Addresses of saved targets, by id; null if one cannot be read. */
export type SavedTargets = ReadonlyMap<string, { type: TargetType; address: Address | null }>

/**
 * Validates the targets of a notification, without contacting them.
 * @param saved targets that may be named by id, and keep their address where none is given
 * @throws Problem 400 naming each invalid target
 */
export async function readTargets(
  httpClient: HttpClient,
  given: readonly TargetDraft[],
  saved: SavedTargets = new Map(),
): Promise<TargetChange[]> {
  const targets = given.map((one, index) => withAddress(one, index, saved))
  const refusals = await Promise.all(targets.map((one) => refusalsOf(httpClient, one)))
  const problems = refusals.flatMap((some, index) =>
    some.map(({ path, ...rest }) => ({ path: ['targets', index, ...path], ...rest })),
  )
  if (problems.length > 0) throw validationProblem(problems)
  return targets.map(({ type, webhook, email, payload_version, context }) => {
    const kind = type.toUpperCase() as TargetType
    const { address: of, isSigned } = targetTraits[kind]
    const address = of === 'email' ? { email: email ?? [] } : { webhook: webhook ?? '' }
    const version = isSigned ? (payload_version ?? null) : null
    return { type: kind, address, payload_version: version, context: context ?? null }
  })
}

/** Returns a target with its saved address. @throws Problem 400 for an id that is unknown */
function withAddress(target: TargetDraft, index: number, saved: SavedTargets): TargetDraft {
  if (target.target_id == null) return target
  const known = saved.get(target.target_id)
  if (!known || known.type !== target.type.toUpperCase()) {
    const path = ['targets', index, 'target_id']
    const reason = 'The notification has no such target'
    throw validationProblem([{ path, reason, input: target.target_id }])
  }
  const isSame = target.webhook == null || target.webhook.includes(mask)
  if (target.email != null || !isSame || known.address === null) return target
  return { ...target, webhook: null, ...known.address }
}

/** Channel fields of a target, and their maximum length. */
const [channelFields, maxChannelField] = [['channel_id', 'channel_name', 'team_id'], 255] as const

function refusalsOfChannel(context: TargetDraft['context']): TargetRefusal[] {
  return channelFields.flatMap((field) => {
    const input = context?.[field]
    const path = ['context', field]
    if (input == null) return []
    if (typeof input !== 'string')
      return [{ path, reason: 'Input should be a valid string', input }]
    const reason = `String should have at most ${maxChannelField} characters`
    return input.length > maxChannelField ? [{ path, reason, input }] : []
  })
}

async function refusalsOf(httpClient: HttpClient, target: TargetDraft): Promise<TargetRefusal[]> {
  const ofChannel = refusalsOfChannel(target.context)
  if (ofChannel.length > 0) return ofChannel
  const { address } = targetTraits[target.type.toUpperCase() as TargetType]
  if (address === 'email') return refusalsOfMail(target.email)
  const { webhook } = target
  const reason = webhook == null ? 'Field required' : await whyNot(httpClient, webhook)
  return reason === null ? [] : [{ path: ['webhook'], reason, input: webhook ?? undefined }]
}

async function whyNot(httpClient: HttpClient, webhook: string): Promise<string | null> {
  if (webhook.includes(mask)) return 'The address is masked: give all of it'
  if (!webUrl.safeParse(webhook).success || !URL.canParse(webhook)) {
    return 'Input should be a valid URL'
  }
  const { username, password } = new URL(webhook)
  if (username || password) return 'The address should hold no user name and no password'
  return httpClient.validateUrl(webhook)
}

function refusalsOfMail(email: TargetDraft['email']): TargetRefusal[] {
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
