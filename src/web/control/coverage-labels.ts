import type { ControlCoverage, ControlEnvironment } from '#contract/control/control-page.ts'
import type { FillVerdict } from '#web/domain-ui/verdict-fill.tsx'
import type { Verdict } from '#web/domain-ui/verdict.tsx'

/** What is said of a control in an environment, and how it is drawn. */
export const outcomes = {
  passing: { verdict: 'compliant', word: 'passing', label: 'Passing' },
  failing: { verdict: 'non-compliant', word: 'failing', label: 'Failing' },
  unknown: { verdict: 'unknown', word: 'unknown', label: 'Unknown' },
  uncovered: { verdict: 'missing', word: 'not covered', label: 'Not covered' },
} as const satisfies Record<Outcome, { verdict: Verdict; word: string; label: string }>

/** The mark of an outcome. */
export const markOf = (outcome: Outcome): Verdict => outcomes[outcome].verdict

/** What fills an outcome in a drawing: dots where it is not known, nothing where it is not asked. */
export const fillOf = (outcome: Outcome): FillVerdict | null =>
  outcome === 'uncovered' ? null : outcome === 'unknown' ? 'missing' : outcomes[outcome].verdict

/** Of one environment. */
export const outcomeOf = ({ result }: ControlEnvironment): Outcome => result ?? 'uncovered'

/** How many environments a rule asks for the control in. */
export const coveredOf = ({ passing, failing, unknown }: ControlCoverage): number =>
  passing + failing + unknown

/** The environments of each outcome. */
export const countsOf = (coverage: ControlCoverage): Record<Outcome, number> => ({
  passing: coverage.passing,
  failing: coverage.failing,
  unknown: coverage.unknown,
  uncovered: coverage.total - coveredOf(coverage),
})

const environments = (count: number) => (count === 1 ? 'environment' : 'environments')

/** "Enforced in 3 of 4 environments; it holds in 2 of them." */
export function coverageAnswer(coverage: ControlCoverage): string {
  const { passing, total } = coverage
  const covered = coveredOf(coverage)
  if (total === 0) return 'There is no environment yet.'
  if (covered === 0)
    return `Enforced nowhere: no policy in ${total} ${environments(total)} asks for it.`
  const enforced = `Enforced in ${covered} of ${total} ${environments(total)}`
  if (covered === 1)
    return `${enforced}; it ${passing === 1 ? 'holds' : 'is not known to hold'} there.`
  return `${enforced}; it holds in ${passing === covered ? 'all' : passing} of them.`
}

/** What can be said of a control in an environment, in the order that they are drawn in. */
export const outcomeNames = ['passing', 'failing', 'unknown', 'uncovered'] as const
export type Outcome = (typeof outcomeNames)[number]
