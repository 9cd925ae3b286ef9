import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { slotTypePattern } from '#contract/attestation/types/kind.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { notJson, plainField, plainReason, plainRefusal } from './plain-reason.ts'
import { describeIssue } from './validation-message.ts'

describe('what a form says of a refused value', () => {
  it.each([
    ['Field required', undefined, 'This is needed'],
    ["String should match pattern '^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$'", '', 'This is needed'],
    [
      "String should match pattern '^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$'",
      'a b',
      'Use letters, digits and . - _ ~, beginning with a letter or a digit',
    ],
    ['String should have at most 255 characters', 'a', 'At most 255 characters'],
    ['String should have at most 10000 characters', 'a', 'At most 10,000 characters'],
    ['List should have at least 1 items', [], 'At least one entry'],
    ['Input should be less than or equal to 3650', 9_999, 'At most 3650'],
    ['Input should be greater than 0', 0, 'More than 0'],
    ['Input should be a valid integer', 1.5, 'Write a whole number'],
    ["Input should be 'a', 'b' or 'c'", 'd', "Choose 'a', 'b' or 'c'"],
    [
      `String should match pattern '${slotTypePattern.source}'`,
      'junitt',
      'Use a type: generic, junit, snyk, pull_request, jira, sonar, decision, sbom or custom:NAME',
    ],
    ['Input should be in the future', 1, 'This should be in the future'],
    ['There is no time zone of this name', 'x', 'There is no time zone of this name'],
  ])('%s (%j): %s', (reason, input, text) => {
    expect(plainReason(reason, input)).toBe(text)
  })

  it('says where a text stops to be JSON', () => {
    expect(notJson('Expected "," in JSON at position 9 (line 2 column 3)')).toBe(
      'This is no JSON from line 2, column 3, on',
    )
    expect(notJson('Unexpected end of JSON input')).toBe('This is no JSON')
  })

  it('leaves out the value that a refusal of the service repeats', () => {
    expect(plainRefusal('String should have at most 3 characters [input: four]')).toBe(
      'At most 3 characters',
    )
    expect(plainRefusal("String should match pattern '^x$' [input: ]")).toBe('This is needed')
  })

  it('names the line of the first fault in a file', () => {
    const text =
      'trail.attestations.0.type: Field required (line 3, column 5); version: Input should be 1 [input: 2] (line 1, column 1) [input: version: 2]'
    expect(plainRefusal(text)).toBe('Line 3: type: This is needed')
  })

  it.each([
    ['set_tags.owner', 'owner'],
    ['targets.0.url', 'url'],
    ['expires_at', 'expires at'],
    ['0', '0'],
  ])('calls the field at %s "%s"', (path, text) => {
    expect(plainField(path)).toBe(text)
  })
})

type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  element?: z.core.$ZodType
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: z.core.$ZodType[]
  shape?: Record<string, z.core.$ZodType>
}

/** Yields a schema with all that it holds, by path. */
function* partsOf(schema: z.core.$ZodType, path = ''): Generator<[string, z.core.$ZodType]> {
  const { innerType, element, keyType, valueType, options, shape, ...def } = schema._zod.def as Def
  yield [path, schema]
  for (const inner of [innerType, def.in]) if (inner) yield* partsOf(inner, path)
  if (element) yield* partsOf(element, `${path}[]`)
  if (keyType) yield* partsOf(keyType, `${path}{key}`)
  if (valueType) yield* partsOf(valueType, `${path}{}`)
  for (const option of options ?? []) yield* partsOf(option, path)
  for (const [name, field] of Object.entries(shape ?? {})) yield* partsOf(field, `${path}.${name}`)
}

const wrong = [
  ...[undefined, null, '', ' ', 'no such/value ä', '\n', 'a'.repeat(70_000)],
  ...[-1, 0, 1.5, 1e12, true, {}, { other: 1 }, [], [1], ['', 'no such'], Array(600).fill('a')],
]
const notForPeople =
  /String|\bInput\b|\binputs?\b|List should|pattern|regex|\^|\$|\\|undefined|null|valid (string|integer|object|list)|required$|Invalid|cannot stand here/

const bodies = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  const { body } = endpoint as Endpoint
  return body
    ? [...partsOf(body.schema)].map(([path, part]) => [`${name}${path}`, part] as const)
    : []
})

describe('every field that forms send', () => {
  it('is refused in words for people: no types, patterns or words of parsers', () => {
    expect(bodies.length).toBeGreaterThan(500)
    const found = new Set<string>()
    for (const [path, part] of bodies) {
      for (const value of wrong) {
        const result = z.safeParse(part, value, { reportInput: true })
        for (const issue of result.success ? [] : describeIssue(result.error.issues)) {
          const text = plainReason(issue.reason, issue.input)
          if (notForPeople.test(text)) found.add(`${path}: ${text} <- ${issue.reason}`)
        }
      }
    }
    expect([...found]).toEqual([])
  })
})
