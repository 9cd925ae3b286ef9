import {
  type ControlCoverage,
  type ControlOutcome,
  controlResults,
} from '#contract/control/control-page.ts'
import { evaluatedCount } from '#domain/control/coverage-population.ts'
import type { OutcomeCounts } from '#contract/verdict/standing.ts'
import { passedBy, populationOf } from '#domain/verdict/outcome-counts.ts'
import type { FillVerdict } from '#web/domain-ui/verdict-fill.tsx'
import type { Verdict } from '#web/domain-ui/verdict.tsx'
import { counted } from '#domain/common/counted.ts'

/** Outcomes of a control or a requirement, and how each is drawn. */
export const outcomes: Record<
  ControlOutcome,
  { verdict: Verdict; label: string; isStale?: boolean }
> = {
  failing: { verdict: 'non-compliant', label: 'Failing' },
  stale: { verdict: 'unknown', label: 'Stale', isStale: true },
  unknown: { verdict: 'unknown', label: 'Unknown' },
  partly_asked: { verdict: 'incomplete', label: 'Partly asked' },
  not_asked: { verdict: 'not-asked', label: 'Not asked' },
  passing: { verdict: 'compliant', label: 'Passing' },
  empty: { verdict: 'not-asked', label: 'Not asked' },
}

/** Results of a control in an environment, the worst first. */
export const resultNames = controlResults

/** Running artifacts by what the control comes to for them, in the order that they are drawn in. */
export const coverageParts: readonly {
  label: string
  fill: FillVerdict | null
  count: (counts: OutcomeCounts) => number
}[] = [
  {
    label: 'asked and passed',
    fill: 'compliant',
    count: ({ passed, expired, by_exception }) => passed - expired - by_exception,
  },
  { label: 'passed on expired evidence', fill: 'by-exception', count: (one) => one.expired },
  { label: 'passed by exception', fill: 'by-exception', count: (one) => one.by_exception },
  { label: 'asked and failed', fill: 'non-compliant', count: ({ failed }) => failed },
  { label: 'stale', fill: 'stale', count: ({ stale }) => stale },
  { label: 'not evaluated', fill: 'missing', count: ({ unknown }) => unknown },
  { label: 'not asked', fill: null, count: ({ not_asked }) => not_asked },
]

/** A share with a space that does not break. */
const share = (part: number, whole: number) => `${Math.floor((part / whole) * 100)}\u00a0%`

/**
 * "Asked of 174 of 208 running artifacts in scope, 83 %: 173 passed, 3 of them on expired
 * evidence, 2 of them by exception, and 1 failed. 18 are stale, 16 were not asked."
 */
export function coverageAnswer({ outcome, running, total }: ControlCoverage): string {
  const population = populationOf(running)
  if (population === 0 && (outcome === 'stale' || outcome === 'unknown')) {
    const known = outcome === 'stale' ? 'a report is overdue' : 'not all have been reported'
    return `0 in scope: nothing is known to run in ${counted(total, 'environment')}, but ${known}.`
  }
  if (population === 0) {
    return total === 0
      ? '0 in scope: no environment is, so it neither passes nor is covered.'
      : `0 in scope: nothing runs in ${counted(total, 'environment')}, so it neither passes nor is covered.`
  }
  const { passed, failed, allow_listed, stale, unknown, not_asked } = running
  const asked = evaluatedCount(running)
  const results = [
    passed > 0 && [`${passed} passed`, ...passedBy(running, ' of them')].join(', '),
    failed > 0 &&
      `${failed} failed${allow_listed > 0 ? `, ${allow_listed} of them allow-listed` : ''}`,
  ].filter((part) => part !== false)
  const others = [
    stale > 0 && `${stale} ${stale === 1 ? 'is' : 'are'} stale`,
    unknown > 0 && `${unknown} ${unknown === 1 ? 'is' : 'are'} not evaluated yet`,
    not_asked > 0 && `${not_asked} ${not_asked === 1 ? 'was' : 'were'} not asked`,
  ].filter((part) => part !== false)
  const of = `Asked of ${asked} of ${counted(population, 'running artifact')} in scope, ${share(asked, population)}`
  return [
    `${of}${results.length > 0 ? `: ${results.join(', and ')}` : ''}.`,
    ...(others.length > 0 ? [`${others.join(', ')}.`] : []),
  ].join(' ')
}

const failVerb = (count: number) => (count === 1 ? 'fails' : 'fail')

/** The verdict of the page of a control: "1 of 174 asked fails", "All 13 asked pass". */
export function headingText({ outcome, running }: ControlCoverage): string {
  const asked = evaluatedCount(running)
  const { failed, not_asked } = running
  if (outcome === 'failing') return `${failed} of ${asked} asked ${failVerb(failed)}`
  if (outcome === 'empty') return 'Nothing in scope'
  if (outcome !== 'passing' && outcome !== 'partly_asked') return outcomes[outcome].label
  const all = not_asked > 0 ? `${asked} asked` : `All ${asked}`
  const pass = asked === 1 ? 'passes' : 'pass'
  return [`${all} ${pass}`, ...passedBy(running)].join(', ')
}

const were = (count: number, one: string, many: string) => (count === 1 ? one : many)

/** Remark on what that verdict leaves open: "16 of 208 in scope were not asked". */
export function headingRemark({ outcome, running, total, covered }: ControlCoverage): string {
  const population = populationOf(running)
  const { stale, unknown, not_asked } = running
  if (outcome === 'stale' && population === 0) return 'Nothing ran in its scope when last seen'
  if (outcome === 'empty') return total === 0 ? 'Its scope is empty' : 'Nothing runs in its scope'
  if (outcome === 'not_asked' && covered === 0) {
    return population === 0
      ? 'no policy attached in its scope cites it'
      : `no policy asks for it of the ${counted(population, 'artifact')} in scope`
  }
  return [
    { count: stale, said: `${were(stale, 'is', 'are')} stale` },
    { count: unknown, said: `${were(unknown, 'is', 'are')} not evaluated` },
    { count: not_asked, said: `${were(not_asked, 'was', 'were')} not asked` },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, said }, index) =>
      index === 0 ? `${count} of ${population} in scope ${said}` : `${count} ${said}`,
    )
    .join(', ')
}

/** The label of an outcome: a failing one counts, since one failure is enough. */
export const outcomeLabel = ({ outcome, running }: ControlCoverage): string =>
  outcome === 'failing' ? `${running.failed} ${failVerb(running.failed)}` : outcomes[outcome].label

/** Whether a text that qualifies it stands beside an outcome. */
export const isQualified = ({ running }: Pick<ControlCoverage, 'running'>): boolean =>
  passedBy(running).length > 0
