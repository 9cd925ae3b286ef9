import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { getArtifactVerdict } from '#contract/verdict/verdict.ts'
import { reportArtifactCall } from '#web/pipeline/report-artifact.ts'
import { allowStep } from './allow-step.tsx'
import { type FixStep, stepsOf } from './fix-steps.tsx'
import type { CallOf } from './panel.tsx'

/** Steps to compliance where an artifact runs: its plan, else what can be done without one. */
export function stepsFor(
  org: string,
  { verdict, plan, environment_name }: ResponseOf<typeof getArtifactVerdict>,
  callOf: CallOf,
): FixStep[] {
  if (!plan) return []
  const { name, fingerprint } = verdict
  const artifact = { name, fingerprint }
  const build = { filename: name, fingerprint }
  const stepsOfAll = (additions: readonly Addition[]) =>
    stepsOf(org, additions, artifact, (added) =>
      added.kind === 'report_artifact'
        ? reportArtifactCall(org, {
            ...build,
            flow: added.flow_name,
            trail: added.trail_name,
            templateName: added.template_reference_name,
          })
        : callOf(added, artifact),
    )
  const key = `${environment_name}/${name}/${fingerprint}`
  if (plan.additions) return stepsOfAll(plan.additions)
  if (fingerprint === '') {
    const text = `Report what runs with the fingerprint of ${name}: without one it cannot be verified.`
    return [{ key, text, call: null }]
  }
  const additions = plan.fixes.flatMap((fix) => fix.additions)
  if (additions.length > 0) return stepsOfAll(additions)
  return [
    {
      key: `${key}/report`,
      text: `No report alone makes ${name} comply. Report how it was built, in a flow that the policy takes:`,
      call: reportArtifactCall(org, build),
    },
    allowStep(`${key}/allow`, { org, env: environment_name, artifact }),
  ]
}
