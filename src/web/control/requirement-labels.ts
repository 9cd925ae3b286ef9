import type { ControlOutcome } from '#contract/control/control-page.ts'
import type { Requirement, RequirementCounts } from '#contract/control/requirement.ts'
import { counted } from '#domain/common/counted.ts'
import { passesBy } from '#domain/control/requirements.ts'
import { populationLines } from '#domain/control/coverage-population.ts'

const labels: readonly [keyof RequirementCounts, one: string, many: string][] = [
  ['expired', 'passes on expired evidence', 'pass on expired evidence'],
  ['by_exception', 'passes by exception', 'pass by exception'],
  ['failing', 'fails', 'fail'],
  ['stale', 'is stale', 'are stale'],
  ['unknown', 'is unknown', 'are unknown'],
  ['partly_asked', 'is asked in part', 'are asked in part'],
  ['not_asked', 'is not asked', 'are not asked'],
]

const clauses = (counts: RequirementCounts) =>
  labels.flatMap(([key, one, many]) =>
    counts[key] > 0 ? [`${counts[key]} ${counts[key] === 1 ? one : many}`] : [],
  )

/** Adds up the counts of several frameworks; null where none is shown. */
export function sumRequirements(
  all: readonly (RequirementCounts | null)[],
): RequirementCounts | null {
  const [first, ...others] = all.filter((one) => one !== null)
  if (!first) return null
  const sum = { ...first }
  for (const one of others) {
    for (const key of Object.keys(sum) as (keyof RequirementCounts)[]) sum[key] += one[key]
  }
  return sum
}

/** "3 of 11 requirements pass without exception", and what the others come to. */
export function requirementsAnswer(counts: RequirementCounts): { answer: string; rest: string } {
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const { passing } = counts
  const rest = clauses(counts).join(', ')
  if (passing === 0) return { answer: `No requirement of ${total} passes without exception`, rest }
  if (passing === total) {
    const all = total === 1 ? 'The only requirement passes' : `All ${total} requirements pass`
    return { answer: `${all} without exception`, rest }
  }
  const pass = passing === 1 ? 'passes' : 'pass'
  return {
    answer: `${passing} of ${counted(total, 'requirement')} ${pass} without exception`,
    rest,
  }
}

/** The sum of a framework: "4 requirements: 1 passes, 1 fails, 2 are asked in part". */
export function frameworkSum(counts: RequirementCounts): string {
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const { passing } = counts
  const parts = [
    ...(passing > 0 ? [`${passing} ${passing === 1 ? 'passes' : 'pass'}`] : []),
    ...clauses(counts),
  ]
  return `${counted(total, 'requirement')}: ${parts.join(', ')}`
}

/** Lines on a requirement: its only control, or how many of its controls are asked or fail. */
export function requirementLines(requirement: Requirement): string[] {
  const { outcome, controls } = requirement
  const [only, ...others] = controls
  const countOf = (wanted: ControlOutcome) =>
    controls.filter(({ coverage }) => coverage.outcome === wanted).length
  if (outcome === 'failing') {
    const failing = countOf('failing')
    return [`${counted(failing, 'control')} ${failing === 1 ? 'fails' : 'fail'}`]
  }
  const by = passesBy(requirement)
  if (by) return [by === 'expired' ? 'evidence expired' : 'by exception']
  if (only && others.length === 0) return populationLines(only.coverage).slice(0, 1)
  const notAsked = countOf('not_asked') + countOf('empty')
  return [
    notAsked > 0
      ? `${controls.length - notAsked} of ${controls.length} controls asked`
      : `${controls.length} controls${outcome === 'passing' ? ', all pass' : ''}`,
  ]
}
