import * as z from 'zod/mini'
import type { JsonSchema } from './input-schemas.ts'

const some = { type: 'array', minItems: 1 }
const text = { type: 'string' }
const filled = { type: 'string', minLength: 1 }
const absent = { type: 'null' }
const among = (...values: unknown[]): JsonSchema => ({ enum: values })

/** Requires fields with these schemas. */
const has = (properties: Record<string, JsonSchema>): JsonSchema => ({
  properties,
  required: Object.keys(properties),
})
const any = (...anyOf: JsonSchema[]): JsonSchema => ({ anyOf })

const watching = any(has({ environments: some }), has({ selector: { type: 'object' } }))

const email = { ...some, items: { pattern: z.regexes.email.source } }
const webhook = { type: 'string', pattern: String.raw`^\s*[hH][tT][tT][pP][sS]?:[^\u0000]+$` }
const contextText = { type: ['string', 'null'], maxLength: 255 }
const context = {
  properties: { channel_id: contextText, channel_name: contextText, team_id: contextText },
}
/** Requires an address of each target, or one of the `alternatives`. */
const addressed = (...alternatives: JsonSchema[]): JsonSchema => {
  const mail = has({ type: { pattern: '^[Ee]' }, email })
  const other = has({ type: { pattern: '^[SsWw]' }, webhook })
  const items = { properties: { context }, ...any(mail, other, ...alternatives) }
  return { properties: { targets: { items } } }
}
const addressedOrSaved = addressed(has({ target_id: text }))

const draftOfOne = any(
  { properties: { policy_yaml: absent } },
  { properties: { policy_names: { maxItems: 1 } } },
)

/** Rules of bodies beyond the types of their fields, by operation, as handlers check them. */
export const bodyRules: Record<string, JsonSchema[]> = {
  backtestNotification: [watching],
  changeNotification: [addressed()],
  createSession: [any(has({ api_key: filled }), has({ token: filled }))],
  makeNotification: [watching, addressed()],
  previewNotification: [addressedOrSaved],
  previewPolicyEffect: [
    any(has({ action: among('detach', 'save') }), has({ environments: some })),
    any(has({ action: among('attach', 'detach') }), has({ policy_yaml: text })),
    any(has({ action: among('attach', 'save') }), { properties: { policy_yaml: absent } }),
    draftOfOne,
  ],
  putNotification: [addressed()],
  putOverrideSettings: [
    any(
      has({ approval: among('off', 'all') }),
      has({ approval_tags: some }),
      has({ environment_tags: some }),
    ),
    any(has({ approval: among('off') }), has({ approver_roles: some }), has({ approvers: some })),
    any(has({ default_days: { type: 'integer' } }), has({ allows_no_expiry: among(true) })),
  ],
  saveNotification: [watching, addressedOrSaved],
  testNotificationDraft: [addressedOrSaved],
}
