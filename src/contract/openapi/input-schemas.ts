import * as z from 'zod/mini'
import { targetTypePattern } from '#contract/notification/notification.ts'
import { targetTraits, targetTypes } from '#contract/notification/notification-types.ts'

/** A JSON Schema of the document. */
export type JsonSchema = Record<string, unknown>

/** Schemas of the document by name. */
export type NamedSchemas = Record<string, JsonSchema>

/** Resolves a schema that may be a reference. */
export function resolved(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const { $ref } = schema as { $ref?: string }
  return $ref ? resolved(named[$ref.split('/').at(-1) ?? ''] ?? {}, named) : schema
}

/** Returns the JSON Schema types of a value. */
function typesOf(value: unknown): string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
}

/** Returns whether a value matches a schema; knows the keywords that the document uses. */
export function takes(schema: JsonSchema, value: unknown, named: NamedSchemas): boolean {
  const bare = resolved(schema, named)
  const branches = (bare.anyOf ?? bare.oneOf) as JsonSchema[] | undefined
  if (branches && !branches.some((branch) => takes(branch, value, named))) return false
  if (bare.const !== undefined && bare.const !== value) return false
  if (Array.isArray(bare.enum) && !bare.enum.includes(value)) return false
  const types = [bare.type ?? []].flat()
  if (types.length > 0 && !typesOf(value).some((type) => types.includes(type))) return false
  if (typeof value === 'string') return takesText(bare, value)
  if (Array.isArray(value)) return value.every((it) => takes(asSchema(bare.items), it, named))
  return typeof value !== 'object' || value === null || takesObject(bare, value, named)
}

const asSchema = (schema: unknown) => (typeof schema === 'object' ? schema : {}) as JsonSchema

function takesText(schema: JsonSchema, text: string): boolean {
  const {
    pattern = '',
    format,
    minLength = 0,
    maxLength = Infinity,
  } = schema as {
    pattern?: string
    format?: string
    minLength?: number
    maxLength?: number
  }
  if (format === 'uri' && !/^https?:/.test(text)) return false
  return new RegExp(pattern).test(text) && text.length >= minLength && text.length <= maxLength
}

function takesObject(schema: JsonSchema, value: object, named: NamedSchemas): boolean {
  const { properties = {}, required = [] } = schema as {
    properties?: NamedSchemas
    required?: string[]
  }
  return (
    required.every((name) => name in value) &&
    Object.entries(value).every(([name, it]) =>
      takes(properties[name] ?? asSchema(schema.additionalProperties), it, named),
    )
  )
}

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
/** Target types with an address of this kind. */
const typesAt = (address: 'email' | 'webhook') => ({
  pattern: targetTypePattern(targetTypes.filter((type) => targetTraits[type].address === address)),
})
/** Requires an address of each target, or one of the `alternatives`. */
const addressed = (...alternatives: JsonSchema[]): JsonSchema => {
  const mail = has({ type: typesAt('email'), email })
  const other = has({ type: typesAt('webhook'), webhook })
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
