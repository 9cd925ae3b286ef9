import { emptyTemplate, parseTemplate, templateOfNames } from '#domain/template/parse-template.ts'
import type { YamlProblem } from '#domain/yaml/read-yaml.ts'
import { Problem, refusedFile } from '#server/platform/problem.ts'
import type { TemplateSource } from './queries.ts'

/** Template of a flow that was made without one. */
export const noTemplate: TemplateSource = {
  content: 'version: 1\n',
  names: null,
  document: emptyTemplate,
}

/** A legacy flow's list of names as a template. */
export function namesTemplate(names: string[]): TemplateSource {
  return { content: null, names, document: templateOfNames(names) }
}

/** Reads a template file; what is wrong with it goes through `problem`. @throws that problem */
export function readTemplate(
  file: { text: string },
  problem: (problems: YamlProblem[], text: string) => Problem,
): TemplateSource {
  const result = parseTemplate(file.text)
  if ('problems' in result) throw problem(result.problems, file.text)
  return { content: file.text, names: null, document: result.template }
}

const place = ({ path, message, line, column }: YamlProblem) =>
  `${path ? `${path}: ` : ''}${message} (line ${line}, column ${column})`

/** How a flow's bad template is answered. */
export function flowTemplateProblem(problems: YamlProblem[], text: string): Problem {
  const placed = problems.map((one) => ({ line: one.line, text: place(one) }))
  return refusedFile('template_file', text, placed)
}

/** How a trail's bad template is answered: always plural. */
export function trailTemplateProblem(problems: YamlProblem[]): Problem {
  const head = `${problems.length} validation errors for Template`
  return new Problem(400, [head, ...problems.map(place)].join('\n'))
}
