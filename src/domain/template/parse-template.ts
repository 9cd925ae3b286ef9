import {
  describeIssue,
  type ValidationProblem,
  refusalText,
} from '#contract/common/validation-message.ts'
import { type Template, template as templateSchema } from '#contract/template/template.ts'
import { firstProblems, readYaml, type YamlProblem } from '#domain/yaml/read-yaml.ts'

/** A template without slots. */
export const emptyTemplate: Template = {
  version: 1,
  trail: { attestations: [], artifacts: [] },
  every_artifact: [],
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

const listIn = (value: unknown, key: string): unknown[] => {
  const list = field(value, key)
  return Array.isArray(list) ? list : []
}

/** Returns names that an earlier item of the list has, too. */
function duplicatesIn(list: readonly unknown[], path: readonly PropertyKey[]): ValidationProblem[] {
  const seen = new Set<string>()
  return list.flatMap((item, index) => {
    const name = field(item, 'name')
    if (typeof name !== 'string') return []
    const isDuplicate = seen.has(name)
    seen.add(name)
    if (!isDuplicate) return []
    const reason = `Duplicate name '${name}'`
    return [{ path: [...path, index, 'name'], reason, input: undefined }]
  })
}

/** Returns duplicate names, which the schema does not check: they must be unique in their list. */
function duplicates(value: unknown): ValidationProblem[] {
  const trail = field(value, 'trail')
  const artifacts = listIn(trail, 'artifacts')
  return [
    ...duplicatesIn(listIn(trail, 'attestations'), ['trail', 'attestations']),
    ...duplicatesIn(artifacts, ['trail', 'artifacts']),
    ...artifacts.flatMap((artifact, index) =>
      duplicatesIn(listIn(artifact, 'attestations'), ['trail', 'artifacts', index, 'attestations']),
    ),
  ]
}

/** Rewords the error for a text `"1"`, which would be `Input should be 1 [input: 1]`. */
const reworded = (refusal: ValidationProblem): ValidationProblem =>
  refusal.path[0] === 'version' && typeof refusal.input === 'string'
    ? { ...refusal, reason: 'Input should be a valid integer' }
    : refusal

/** Parses a template; an empty file equals `version: 1`. */
export function parseTemplate(text: string): { template: Template } | { problems: YamlProblem[] } {
  const read = readYaml(text)
  if ('problems' in read) return read
  const { document } = read
  const value = document.value ?? {}
  const parsed = templateSchema.safeParse(value, { reportInput: true })
  const refusals = [
    ...(parsed.success ? [] : describeIssue(parsed.error.issues)),
    ...duplicates(value),
  ]
  if (parsed.success && refusals.length === 0) {
    return { template: { ...emptyTemplate, trail: parsed.data.trail ?? emptyTemplate.trail } }
  }
  return {
    problems: firstProblems(
      refusals.map((refusal) => ({
        path: refusal.path.map(String).join('.'),
        message: refusalText(reworded(refusal)),
        ...document.position(refusal.path),
      })),
    ),
  }
}

/**
 * Returns the template of a legacy flow's list of names: each is a required attestation of any type
 * on every artifact, except the name `artifact`.
 */
export function templateOfNames(names: readonly string[]): Template {
  const expected = new Set(names)
  expected.delete('artifact')
  return {
    ...emptyTemplate,
    every_artifact: Array.from(expected, (name) => ({ name, type: '*' })),
  }
}
