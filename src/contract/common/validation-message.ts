import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** A refused value: its path and the reason, in the wording that clients expect. */
export interface ValidationProblem {
  path: PropertyKey[]
  reason: string
  input: unknown
}

const kinds: Record<string, string> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  record: 'object',
}

/** Values to choose from, as messages name them: `'a', 'b' or 'c'`. */
export const quoted = (values: readonly unknown[]) => {
  const texts = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  const last = texts.pop()
  return texts.length ? `${texts.join(', ')} or ${last}` : String(last)
}

const sizes: Record<string, string> = { string: 'characters', array: 'items', file: 'bytes' }

function bound(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const [limit, word, side] =
    issue.code === 'too_big'
      ? [issue.maximum, 'less', 'at most']
      : [issue.minimum, 'greater', 'at least']
  const unit = sizes[issue.origin]
  if (unit) return `should have ${side} ${limit} ${unit}`
  return `should be ${word} than ${issue.inclusive === false ? '' : 'or equal to '}${limit}`
}

function reason(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Field required'
        : `Input should be a valid ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_format':
      if (issue.format === 'regex')
        return `String should match pattern '${issue.pattern?.replace(/^\/(.*)\/[a-z]*$/s, '$1')}'`
      return `Input should be a valid ${issue.format === 'url' ? 'URL' : issue.format}`
    case 'invalid_value':
      return issue.input === undefined
        ? 'Field required'
        : `Input should be ${quoted(issue.values)}`
    case 'too_big':
    case 'too_small':
      return `${issue.origin === 'string' ? 'String' : issue.origin === 'array' ? 'List' : 'Input'} ${bound(issue)}`
    case 'unrecognized_keys':
      return 'Extra inputs are not permitted'
    case 'custom':
      return issue.message && issue.message !== 'Invalid input'
        ? issue.message
        : 'Input is not valid'
    default:
      return 'Input is not valid'
  }
}

/** Describes the issues of a schema; parse with `reportInput: true`. */
export function describeIssue(
  issues: readonly Issue[],
  base: readonly PropertyKey[] = [],
): ValidationProblem[] {
  return issues.flatMap((issue): ValidationProblem[] => {
    const path = [...base, ...issue.path]
    if (issue.code === 'unrecognized_keys') {
      const given = issue.input as Record<string, unknown> | undefined
      return issue.keys.map((key) => ({
        path: [...path, key],
        reason: reason(issue),
        input: given?.[key],
      }))
    }
    // The last branch of a union is its main one; the ones before are special values.
    const branch = issue.code === 'invalid_union' ? issue.errors.at(-1) : undefined
    if (branch?.length) return describeIssue(branch, path)
    if (issue.code === 'invalid_union' && issue.discriminator) {
      const input = (issue.input as Record<string, unknown>)[issue.discriminator]
      const known = 'options' in issue ? (issue.options ?? []) : []
      const why = input === undefined ? 'Field required' : `Input should be ${quoted(known)}`
      return [{ path, reason: why, input }]
    }
    if (issue.code === 'invalid_union') {
      return [{ path, reason: 'Input is not one of the known kinds', input: issue.input }]
    }
    if ((issue.code === 'invalid_key' || issue.code === 'invalid_element') && issue.issues.length)
      return describeIssue(issue.issues, path)
    return [{ path, reason: reason(issue), input: issue.input }]
  })
}

const maxEcho = 200

/** Cuts a text to a readable length, without splitting surrogate pairs. */
const shown = (text: string) =>
  (text.length > maxEcho ? `${text.slice(0, maxEcho)}…` : text).toWellFormed()

/** Returns the dotted path of a refused value, with long keys cut. */
export const refusalPath = ({ path }: Pick<ValidationProblem, 'path'>): string =>
  path.map((key) => shown(String(key))).join('.')

/** Returns `reason [input: value]`, with a long value cut. */
export function refusalText({ reason, input }: Omit<ValidationProblem, 'path'>): string {
  if (input === undefined) return reason
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? String(input))
  return `${reason} [input: ${shown(text)}]`
}
