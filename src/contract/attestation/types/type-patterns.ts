import { type BuiltInType, builtInTypes, fullType } from './kind.ts'

/** Pattern of a custom type with its name. */
const customType = String.raw`custom:[a-zA-Z0-9][a-zA-Z0-9.\-_~]*`

const oneOf = (...types: readonly string[]) => new RegExp(`^(${types.join('|')})$`)

/** Names of a type: system types have a short and a full one. */
const bothNames = (type: string) => [...new Set([type, fullType(type)])]

/** Types that a template slot or a policy rule may require. */
export const slotTypePattern = oneOf(...builtInTypes, String.raw`\*`, customType)

/** Types that attestations can be filtered by. */
export const filterTypePattern = oneOf(...builtInTypes.flatMap(bothNames), customType)

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
