import type { PreviewedTrail, Template } from '#contract/template/template.ts'
import { emptyTemplate, parseTemplate, templateOfNames } from '#domain/template/parse-template.ts'
import { evaluateTrail, missingSlots } from '#domain/trail/evaluate-trail.ts'
import type { YamlProblem } from '#domain/yaml/read-yaml.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { loadReported } from '#server/evaluation/evaluate-trail.ts'
import { Problem, refusedFile } from '#server/platform/problem.ts'
import { newestTrailStates, type TemplateSource } from './queries.ts'

/** Template of a flow made without one. */
export const noTemplate: TemplateSource = {
  content: 'version: 1\n',
  names: null,
  document: emptyTemplate,
}

/** Converts a legacy flow's list of names to a template. */
export function namesTemplate(names: string[]): TemplateSource {
  return { content: null, names, document: templateOfNames(names) }
}

/** Parses a template file; its problems go through `problem`. @throws that problem */
export function readTemplate(
  file: { text: string },
  problem: (problems: YamlProblem[], text: string) => Problem,
): TemplateSource {
  const result = parseTemplate(file.text)
  if ('problems' in result) throw problem(result.problems, file.text)
  return { content: file.text, names: null, document: result.template }
}

const describeProblem = ({ path, message, line, column }: YamlProblem) =>
  `${path ? `${path}: ` : ''}${message} (line ${line}, column ${column})`

/** The problem of a flow's invalid template. */
export function flowTemplateProblem(problems: YamlProblem[], text: string): Problem {
  const placed = problems.map((one) => ({ line: one.line, text: describeProblem(one) }))
  return refusedFile('template_file', text, placed)
}

/** The problem of a trail's invalid template: always plural. */
export function trailTemplateProblem(problems: YamlProblem[]): Problem {
  const head = `${problems.length} validation errors for Template`
  return new Problem(400, [head, ...problems.map(describeProblem)].join('\n'))
}

const maxTrails = 20

/** Evaluates a flow's newest trails by another template; nothing is stored. */
export async function previewTemplate(
  org: OrgDatabase,
  flowId: string,
  template: Template,
): Promise<PreviewedTrail[]> {
  const trails = await newestTrailStates(org, flowId, maxTrails)
  const reported = await loadReported(
    org,
    trails.map(({ id }) => id),
  )
  return trails.map(({ id, name, state }) => {
    const facts = { template, template_id: '', evaluated_at: 0, ...reported(id) }
    const status = evaluateTrail(facts)
    return { name, state, state_with_draft: status.status, missing: missingSlots(status) }
  })
}
