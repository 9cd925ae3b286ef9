import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Ajv04 from 'ajv-draft-04'
import { RE2JS } from 're2js'
import type { Draft, Violation } from './step.ts'

/** Maximum of reported violations. */
const maxViolations = 20
const maxTextLength = 300

const clip = (text: string) =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…`.toWellFormed() : text

/**
 * Compiles a pattern that runs in linear time; what it cannot express is left to JavaScript's
 * engine, under the time limit.
 */
function regExp(pattern: string, flags: string) {
  try {
    const compiled = RE2JS.compile(pattern)
    return { test: (text: string) => compiled.matcher(text).find() }
  } catch {
    return new RegExp(pattern, flags)
  }
}
// Where standalone code would look for it: there is none.
regExp.code = 'new RegExp'

const options: Options = {
  allErrors: true,
  // `toString` is no member of an object that has none.
  ownProperties: true,
  strict: false,
  logger: false,
  // By the drafts a format is an annotation.
  validateFormats: false,
  code: { regExp },
}

/**
 * Drops the old name of `$id`, which is meaningless in newer drafts, and which ajv would refuse.
 */
const withoutId = (ajv: {
  removeKeyword(name: string): unknown
  addKeyword(name: string): unknown
}) => {
  ajv.removeKeyword('id')
  ajv.addKeyword('id')
  return ajv as Ajv
}

/** Validators that know only their draft: no reference leads out of the schema. */
const validators: Record<Draft, () => Ajv> = {
  '2020-12': () => withoutId(new Ajv2020(options)),
  '2019-09': () => withoutId(new Ajv2019(options)),
  'draft-07': () => withoutId(new Ajv(options)),
  'draft-06': () => withoutId(new Ajv(options)),
  'draft-04': () => new Ajv04(options) as unknown as Ajv,
}
const drafts = Object.keys(validators) as Draft[]

const names: Record<string, Draft> = {
  'json-schema.org/draft/2020-12/schema': '2020-12',
  'json-schema.org/draft/2019-09/schema': '2019-09',
  'json-schema.org/draft-07/schema': 'draft-07',
  'json-schema.org/draft-06/schema': 'draft-06',
  'json-schema.org/draft-04/schema': 'draft-04',
}

type Schema = Record<string, unknown>

/** Validates a schema and finds its draft: the newest that accepts it, if it names none. */
export function readSchema(text: string): { draft: Draft } | { problem: string } {
  let schema: Schema
  try {
    schema = JSON.parse(text)
  } catch (error) {
    return { problem: `It should be valid JSON: ${(error as Error).message}` }
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return { problem: 'It should be an object' }
  }
  const { $schema } = schema
  if ($schema === undefined) return firstThatAccepts(schema)
  const draft = typeof $schema === 'string' ? draftNamed($schema) : undefined
  if (!draft) {
    return {
      problem: `$schema should name a draft that is known: ${Object.keys(names).join(', ')}`,
    }
  }
  const problem = problemIn(schema, draft)
  return problem === null ? { draft } : { problem }
}

const draftNamed = (uri: string) => names[uri.replace(/^https?:\/\//, '').replace(/#?$/, '')]

function firstThatAccepts(schema: Schema): { draft: Draft } | { problem: string } {
  const problems = new Map<Draft, string>()
  for (const draft of drafts) {
    const problem = problemIn(schema, draft)
    if (problem === null) return { draft }
    problems.set(draft, problem)
  }
  return { problem: problems.get('2020-12') ?? '' }
}

function problemIn(schema: Schema, draft: Draft): string | null {
  const ajv = validators[draft]()
  try {
    const { $schema: _named, ...rest } = schema
    if (ajv.validateSchema(rest) !== true)
      return violationsOf(ajv.errors).slice(0, 3).map(textOf).join('; ')
    compile(ajv, rest)
    return null
  } catch (error) {
    return errorText(error as Error & { missingRef?: string })
  }
}

const textOf = ({ path, reason }: Violation) => `${path.join('.') || 'It'} ${reason}`

function errorText({ message, missingRef }: Error & { missingRef?: string }): string {
  if (missingRef === undefined) return clip(message)
  return `'${clip(missingRef)}' leads nowhere in it, and other places are not looked at`
}

function compile(ajv: Ajv, schema: Schema) {
  const validate = ajv.compile(schema)
  if ('$async' in validate) throw new Error('$async is not part of JSON Schema')
  return validate
}

/** Returns where data violates a validated schema; both JSON. */
export function validate(schema: string, draft: Draft, data: string): Violation[] {
  const ajv = validators[draft]()
  const { $schema: _named, ...rest } = JSON.parse(schema) as Schema
  ajv.opts.validateSchema = false
  const check = compile(ajv, rest)
  return check(JSON.parse(data)) === true ? [] : violationsOf(check.errors)
}

function violationsOf(errors: readonly ErrorObject[] | null | undefined): Violation[] {
  return (errors ?? []).slice(0, maxViolations).map((error) => ({
    path: error.instancePath
      .split('/')
      .slice(1)
      .map((part) => clip(part.replaceAll('~1', '/').replaceAll('~0', '~'))),
    reason: clip(reasonOf(error)),
  }))
}

function reasonOf({ keyword, params, message }: ErrorObject): string {
  const named = params['additionalProperty'] ?? params['unevaluatedProperty']
  if (named !== undefined) return `must not have '${named}'`
  if (keyword === 'enum') return `must be one of ${JSON.stringify(params['allowedValues'])}`
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`
  return message ?? `does not satisfy ${keyword}`
}
