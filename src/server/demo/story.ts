import { bankFlows } from './bank-flows.ts'
import { day, hour, minute, period, workingTime } from './calendar.ts'
import { checksAt, type DemoFlow, templateAt, versionsOf } from './flow.ts'
import { reporters } from './company.ts'
import { controlSteps, decisionSteps } from './control-steps.ts'
import { customTypeSteps } from './custom-type-steps.ts'
import { environmentSteps } from './environments/environment-steps.ts'
import { exceptionSteps } from './exception-steps.ts'
import { overrideSteps } from './override-steps.ts'
import { policySteps } from './policy-steps.ts'
import { randomFrom } from './random.ts'
import { releases, releaseTrain } from './release-train.ts'
import { settingsSteps } from './settings-steps.ts'
import { shopFlows } from './shop-flows.ts'
import { barrier, type StepSequence, type Step } from './step.ts'
import { type Built, trailSteps } from './trail-steps.ts'

const flows = [...bankFlows, ...shopFlows]

/** Minutes since the newest trail of each flow began. */
const newest = [9, 190, 26, 48, 64, 310, 95, 130, 240, 1400, 520, 2900, 4000, 4100]

/**
 * Generates all reports of the company's pipelines in the 90 days before `end` (Unix seconds),
 * unordered: always the same, except for the calendar. `scale` reduces the number of trails and of
 * environment reports.
 */
export function story(end: number, scale = 1): StepSequence[] {
  const workedBy = workingTime(end)
  const built: Built[] = []
  const ofFlows = flows.flatMap((flow, number) => {
    const count = Math.max(3, Math.round(flow.trails * scale))
    const random = randomFrom(20_261_121 + number)
    const trails = Array.from({ length: count }, (_, index) => {
      const share = ((index + 0.15 + 0.7 * random()) / count) * (flow.archived ?? 1)
      const isNewest = index === count - 1 && flow.archived === undefined
      const at = isNewest
        ? Math.max(workedBy(share), end - (newest[number] ?? 0) * minute)
        : workedBy(share)
      const position = { index, count, slot: number, share: isNewest ? 1 : share, at, end, random }
      const trail = trailSteps(flow, position)
      built.push(...trail.built)
      return trail.runs
    })
    return [...flowRuns(flow, number, end, workedBy), ...trails.flat()]
  })
  built.sort((a, b) => a.at - b.at)
  const random = randomFrom(20_261_120)
  const span = { begin: end - period, end, workedBy, scale }
  return [
    ...ofFlows,
    ...flowRuns(releaseTrain, flows.length, end, workedBy),
    ...releases(built, { from: end - period + 4 * day, end, random }),
    ...environmentSteps(built, span),
    ...policySteps(span),
    ...controlSteps(span),
    ...decisionSteps(built, span),
    ...customTypeSteps(built, span),
    ...overrideSteps(ofFlows, span),
    ...exceptionSteps(span),
    ...settingsSteps(span),
  ]
}

/** Steps of a flow itself: made, tagged, given new templates, archived. */
function flowRuns(
  flow: DemoFlow,
  number: number,
  end: number,
  workedBy: (share: number) => number,
): StepSequence[] {
  const { name, description, visibility = 'private', team, tier } = flow
  const made = end - period - (number + 1) * hour
  const common = { by: reporters.release, method: 'PUT' } as const
  const versions = flow.legacy ? [] : versionsOf(flow)
  const steps: Step[] = [
    ...versions.map((since, version): Step => {
      const text = templateAt(flow, since)
      return {
        ...common,
        at: version === 0 ? made : workedBy(since),
        path: '/flows/{org}/template_file',
        json: { name, description, visibility },
        isForm: true,
        file: { part: 'template_file', name: 'template.yml', text },
      }
    }),
    ...(flow.legacy ? [legacyFlow(flow, { ...common, at: made })] : []),
    {
      at: made + minute,
      by: reporters.release,
      method: 'PATCH',
      path: `/tags/{org}/flow/${name}`,
      json: { set_tags: { team, tier } },
    },
  ]
  if (flow.archived !== undefined) {
    const at = workedBy(flow.archived) + 2 * day
    steps.push({ ...common, at, path: `/flows/{org}/${name}/archive`, json: null })
  }
  return steps.map((step) => barrier(name, step))
}

function legacyFlow(flow: DemoFlow, step: Pick<Step, 'at' | 'by' | 'method'>): Step {
  const { name, description, visibility = 'private' } = flow
  const template = Object.values(flow.artifacts).flatMap((notation) =>
    checksAt(notation, 0).map((check) => check.name),
  )
  return { ...step, path: '/flows/{org}', json: { name, description, visibility, template } }
}
