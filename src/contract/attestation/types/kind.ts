/**
 * Every attestation type that can be reported, as responses name it; endpoint paths have the part
 * before the colon. In a file without their schemas, which the dashboard does not need.
 */
export const attestationKinds = [
  'generic',
  'junit',
  'snyk',
  'pull_request',
  'jira',
  'sonar',
  'custom',
  'system:decision',
  'system:sbom',
] as const
export type AttestationKind = (typeof attestationKinds)[number]

/** An attestation type as responses name it: custom ones are `custom:<type_name>`. */
export type AttestationType = Exclude<AttestationKind, 'custom'> | `custom:${string}`

type ShortName<Kind> = Kind extends `system:${infer Name}` ? Name : Kind

/** A built-in type by its short name, as templates, rules and filters name it. */
export type BuiltInType = ShortName<Exclude<AttestationKind, 'custom'>>

/** Built-in types in the order that forms offer them. */
export const builtInTypes = attestationKinds
  .filter((kind) => kind !== 'custom')
  .map((kind) => kind.replace(/^system:/, '') as BuiltInType)

const fullTypes = new Map<string, string>(
  attestationKinds
    .filter((kind) => kind.startsWith('system:'))
    .map((kind) => [kind.replace(/^system:/, ''), kind]),
)

/** Returns the full name of a type in a template, rule or filter, where system types are short. */
export const fullType = (type: string): string => fullTypes.get(type) ?? type

/** Returns the kind of an attestation type, or null for an unknown one. */
export function kindOf(type: string): AttestationKind | null {
  const kind = type.startsWith('custom:') ? 'custom' : type
  return (type !== 'custom' && attestationKinds.find((known) => known === kind)) || null
}

/** Pattern of a custom type with its name. */
const customType = String.raw`custom:[a-zA-Z0-9][a-zA-Z0-9.\-_~]*`

const oneOf = (...types: readonly string[]) => new RegExp(`^(${types.join('|')})$`)

/** Names of a type: system types have a short and a full one. */
const bothNames = (type: string) => [...new Set([type, fullType(type)])]

/** Types that a template slot or a policy rule may require. */
export const slotTypePattern = oneOf(...builtInTypes, String.raw`\*`, customType)

/** Types that attestations can be filtered by. */
export const filterTypePattern = oneOf(...builtInTypes.flatMap(bothNames), customType)

/** Types that lists are filtered by: also that of overrides of `custom` where nothing custom was. */
export const listedTypePattern = oneOf(...builtInTypes.flatMap(bothNames), 'custom', customType)

/** Types that can be overridden: another verdict on a decision is another decision. */
export const overridableTypes: readonly BuiltInType[] = builtInTypes.filter(
  (type) => type !== 'decision',
)

/** Overridable types as reports name them: `custom` stands for the type of the overridden report. */
export const overridableTypePattern = oneOf(
  ...overridableTypes.flatMap(bothNames),
  'custom',
  customType,
)
