import * as z from 'zod/mini'
import type { JsonSchema } from './input-schemas.ts'

const some = { type: 'array', minItems: 1 }
const text = { type: 'string' }
const filled = { type: 'string', minLength: 1 }
const absent = { type: 'null' }
const among = (...values: unknown[]): JsonSchema => ({ enum: values })

/** Fields that are all there, and like this. */
const has = (properties: Record<string, JsonSchema>): JsonSchema => ({
  properties,
  required: Object.keys(properties),
})
const any = (...anyOf: JsonSchema[]): JsonSchema => ({ anyOf })

const watching = any(has({ environments: some }), has({ selector: { type: 'object' } }))

const email = { ...some, items: { pattern: z.regexes.email.source } }
const webhook = { type: 'string', pattern: String.raw`^\s*[hH][tT][tT][pP][sS]?:[^\u0000]+$` }
const place = { type: ['string', 'null'], maxLength: 255 }
const context = { properties: { channel_id: place, channel_name: place, team_id: place } }
/** Targets say where they are; one that is saved already may keep its address. */
const told = (...kept: JsonSchema[]): JsonSchema => {
  const mail = has({ type: { pattern: '^[Ee]' }, email })
  const other = has({ type: { pattern: '^[SsWw]' }, webhook })
  const items = { properties: { context }, ...any(mail, other, ...kept) }
  return { properties: { targets: { items } } }
}
const toldOrKept = told(has({ target_id: text }))

const draftOfOne = any(
  { properties: { policy_yaml: absent } },
  { properties: { policy_names: { maxItems: 1 } } },
)

/** What bodies must be beyond the types of their fields, by operation: what handlers refuse else. */
export const bodyRules: Record<string, JsonSchema[]> = {
  backtestNotification: [watching],
  changeNotification: [told()],
  createSession: [any(has({ api_key: filled }), has({ token: filled }))],
  makeNotification: [watching, told()],
  previewNotification: [toldOrKept],
  previewPolicyEffect: [
    any(has({ action: among('detach', 'save') }), has({ environments: some })),
    any(has({ action: among('attach', 'detach') }), has({ policy_yaml: text })),
    any(has({ action: among('attach', 'save') }), { properties: { policy_yaml: absent } }),
    draftOfOne,
  ],
  putNotification: [told()],
  putOverrideSettings: [
    any(has({ approval: among('off', 'all') }), has({ approval_tags: some })),
    any(has({ approval: among('off') }), has({ approver_roles: some }), has({ approvers: some })),
    any(has({ default_days: { type: 'integer' } }), has({ allows_no_expiry: among(true) })),
  ],
  saveNotification: [watching, toldOrKept],
  testNotificationDraft: [toldOrKept],
}
