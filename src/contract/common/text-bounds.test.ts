import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { annotations, longName, maxLengths, record, text } from './fields.ts'
import { describeIssue, refusalText } from './validation-message.ts'

type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: z.core.$ZodType[]
  shape?: Record<string, z.core.$ZodType>
}

/** Yields every text field of a schema with its path; free-form values take any JSON. */
function* textsIn(schema: z.core.$ZodType, path = ''): Generator<[string, z.core.$ZodType]> {
  const { type, innerType, element, keyType, valueType, options, shape } = schema._zod.def as Def
  if (type === 'string') yield [path, schema]
  if (innerType) yield* textsIn(innerType, path)
  if (element) yield* textsIn(element, `${path}[]`)
  if (keyType) yield* textsIn(keyType, `${path}{key}`)
  if (valueType) yield* textsIn(valueType, `${path}{}`)
  for (const option of options ?? []) yield* textsIn(option, path)
  for (const [name, field] of Object.entries(shape ?? {})) yield* textsIn(field, `${path}.${name}`)
}

const all = Object.entries(endpoints) as [string, Endpoint][]
const texts = all.flatMap(([name, { body }]) =>
  body ? [...textsIn(body.schema)].map(([path, text]) => [`${name}${path}`, text] as const) : [],
)
const million = 'a'.repeat(1_000_000)
/** Whole documents, which have limits in their parsers. */
const documents = /\.(csv|template|policy_yaml|type_schema)$/

describe('texts of the API', () => {
  it('each have a maximum, and longer texts are refused', () => {
    expect(texts.length).toBeGreaterThan(400)
    const accepted = texts.filter(([, text]) => z.safeParse(text, million).success)
    expect(accepted.map(([path]) => path).filter((path) => !documents.test(path))).toEqual([])
  })

  it('name their maximum in the error, and repeat only the beginning', () => {
    const tags = record(longName, text)
    const { error } = z.safeParse(tags, { key: million }, { reportInput: true })
    const [refusal] = describeIssue(error?.issues ?? [])
    expect(refusal?.path).toEqual(['key'])
    expect(refusalText(refusal!)).toBe(
      `String should have at most ${maxLengths.text} characters [input: ${'a'.repeat(200)}…]`,
    )
  })
})

describe('names that users choose', () => {
  it.each(['__proto__', 'constructor', 'toString'])('may be %s', (name) => {
    const given = JSON.parse(`{"other": "too", "${name}": "kept"}`)
    expect(JSON.stringify(annotations.parse(given))).toBe(JSON.stringify(given))
  })

  it('are checked like any other', () => {
    const given = JSON.parse('{"__proto__": 1}')
    const { error } = z.safeParse(record(longName, text), given, { reportInput: true })
    expect(error?.issues).toMatchObject([{ code: 'invalid_type', path: ['__proto__'] }])
    const { body } = endpoints.changeTags
    const tags = z.safeParse(body.schema, { set_tags: given }, { reportInput: true })
    expect(describeIssue(tags.error?.issues ?? [])[0]?.reason).toMatch(
      'String should match pattern',
    )
  })
})
