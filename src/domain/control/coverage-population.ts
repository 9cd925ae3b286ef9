import type { ControlCoverage } from '#contract/control/control-page.ts'
import type { OutcomeCounts } from '#contract/verdict/standing.ts'
import { passedBy, populationOf } from '#domain/verdict/outcome-counts.ts'

/** Number of running artifacts that the control is asked of now. */
export const evaluatedCount = ({ passed, failed }: OutcomeCounts) => passed + failed

/** Lines below an outcome: its population, then what qualifies it. */
export function populationLines({
  outcome,
  total,
  covered,
  running,
}: Omit<ControlCoverage, 'population'>): string[] {
  const population = populationOf(running)
  if (outcome === 'empty') return [total === 0 ? 'scope is empty' : 'nothing runs', '0 in scope']
  if (outcome === 'stale' && population === 0) return ['nothing ran when last seen', '0 in scope']
  const { allow_listed, stale, unknown, not_asked } = running
  const asked = `${evaluatedCount(running)} of ${population} asked`
  if (outcome === 'not_asked')
    return [asked, ...(covered === 0 ? ['no attached policy cites it'] : [])]
  const rest = [
    ...passedBy(running),
    allow_listed > 0 && `${allow_listed} allow-listed`,
    stale > 0 && `${stale} stale`,
    unknown > 0 && `${unknown} not evaluated`,
    not_asked > 0 && `${not_asked} not asked`,
  ].filter((part) => part !== false)
  if (outcome === 'passing' && rest.length === 0) return [asked, 'all pass']
  return [asked, ...(rest.length > 0 ? [rest.join(', ')] : [])]
}
