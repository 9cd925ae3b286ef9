import * as z from 'zod/mini'

type Key = z.ZodMiniType<string, string>
type Payload = z.core.ParsePayload<Record<string, unknown>>

const proto = '__proto__'

/**
 * Declares values by names that users choose. Unlike `z.record` it keeps a key `__proto__`, which is
 * a name like any other, so that no input is lost silently.
 */
// @__NO_SIDE_EFFECTS__
export function record<K extends Key, V extends z.ZodMiniType>(key: K, value: V) {
  const schema = z.record(key, value)
  const { run } = schema._zod
  const runWithProto = (payload: z.core.ParsePayload, context: z.core.ParseContextInternal) => {
    const given = payload.value as Record<string, unknown> | null
    const result = run(payload, context) as Payload
    if (typeof given !== 'object' || given === null || !Object.hasOwn(given, proto)) return result
    const named = z.safeParse(key, proto, { reportInput: true })
    const entry = value._zod.run({ value: given[proto], issues: [] }, context) as Payload
    if (named.error) {
      const { issues } = named.error
      const [input, path] = [proto, [proto]]
      result.issues.push({ code: 'invalid_key', origin: 'record', issues, input, path })
    }
    result.issues.push(...z.core.util.prefixIssues(proto, entry.issues))
    const own = { enumerable: true, configurable: true, writable: true }
    Object.defineProperty(result.value, proto, { value: entry.value, ...own })
    return result
  }
  schema._zod.run = runWithProto as typeof run
  schema._zod.parse = runWithProto as typeof run
  return schema
}

/** Patterns of names and hashes. */
export const patterns = {
  name: /^[a-zA-Z0-9][a-zA-Z0-9\.\-_~]*$/,
  organization: /^[a-zA-Z0-9][a-zA-Z0-9\-_\.]*$/,
  /** The order of characters is what clients expect in the message. */
  environment: /^[a-zA-Z0-9][a-zA-Z0-9\.\-_]*$/,
  attestationName: /^[a-zA-Z0-9\-_,]+$/,
  fingerprint: /^[a-f0-9]{64}$/,
  commit: /^[a-f0-9]{40}$/,
  /** Full or abbreviated, in either case; 64 characters in repositories that use SHA-256. */
  anyCommit: /^[a-fA-F0-9]{5,64}$/,
  tagKey: /^[a-zA-Z0-9][a-zA-Z0-9\-_.~]*$/,
} as const

/**
 * Maximum lengths of texts, in characters. Processing time grows with the length and delays all
 * requests, so every text field has a maximum.
 */
export const maxLengths = { name: 255, path: 1024, url: 2048, text: 10_000, message: 65_536 }

/** A name without a pattern of its own. */
export const label = z.string().check(z.maxLength(maxLengths.name))
/** A name that may contain folders, registries or hosts: of artifacts, images, pods. */
export const longName = z.string().check(z.maxLength(maxLengths.path))
/** An address as clients send it; it need not be a valid URL. */
export const urlText = z.string().check(z.maxLength(maxLengths.url))
/** A description, a reason, a finding. */
export const text = z.string().check(z.maxLength(maxLengths.text))
/** A commit message. */
export const messageText = z.string().check(z.maxLength(maxLengths.message))

/** A flow or trail name. */
export const resourceName = z.string().check(z.regex(patterns.name), z.maxLength(maxLengths.name))
/** A flow name that is not part of a path of the API. */
export const flowName = resourceName.check(
  z.refine((name) => name !== 'template_file' && name !== 'list_attestations_for_criteria', {
    error: 'The name is reserved',
  }),
)
export const environmentName = z
  .string()
  .check(z.regex(patterns.environment), z.maxLength(maxLengths.name))
export const attestationName = z
  .string()
  .check(z.regex(patterns.attestationName), z.maxLength(maxLengths.name))
/** Name of an artifact in a template: dots are allowed too. */
export const artifactName = z
  .string()
  .check(z.regex(/^[a-zA-Z0-9\-_,.]+$/), z.maxLength(maxLengths.name))
export const fingerprint = z.string().check(z.regex(patterns.fingerprint))
/** A fingerprint, or its first characters. */
export const fingerprintPrefix = z.string().check(z.regex(/^[a-fA-F0-9]{5,64}$/), z.toLowerCase())
/** A commit, stored in lower case, so that attestations and artifacts are matched by it. */
export const commitSha = z.string().check(z.regex(patterns.anyCommit), z.toLowerCase())

/** An e-mail address of a user. */
export const emailAddress = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/), z.maxLength(254))

/** Unix seconds, fractional allowed. */
export const timestamp = z.number()

/** Makes a field of a request optional: absent and null mean the same. */
// @__NO_SIDE_EFFECTS__
export const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))

/** Declares a list that clients may send as `null` when it is empty. */
// @__NO_SIDE_EFFECTS__
export const listOrNull = <S extends z.ZodMiniType>(item: S) => z.nullable(z.array(item))

export const webUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(maxLengths.url))

export const tags = z.record(z.string(), z.string())

/** Response that clients ignore: the JSON string `"OK"`. */
export const ok = z.string()

/** Usual value below a label of `external_urls`; any other is stored, too. */
const externalUrl = z.looseObject({ href: urlText, fingerprint: maybe(fingerprint) })

/** A free-form object, the API specification, section 2.9: usually label → link. */
export const externalUrls = record(longName, z.unknown())
export type ExternalUrls = z.output<typeof externalUrls>

/** Returns a value of `external_urls` as a link, a plain text included; null for any other shape. */
export function linkOf(value: unknown): z.output<typeof externalUrl> | null {
  if (typeof value === 'string') return { href: value }
  const { data } = externalUrl.safeParse(value)
  return data ?? null
}

/** A free-form object, the API specification, section 2.9: usually label → text. */
export const annotations = record(longName, z.unknown())
