import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { getEnvironment } from '#contract/environment/environment.ts'
import { getOverrideSettings } from '#contract/organization/organization-settings.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { getArtifactVerdict } from '#contract/verdict/verdict.ts'
import { needsApproval } from '#domain/override/override-rules.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { allowCall, askToAllowCall } from '#web/pipeline/environment-rules.ts'
import { reportArtifactCall } from '#web/pipeline/report-artifact.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { type FixStep, stepsOf } from './fix-steps.tsx'
import type { CallOf } from './panel.tsx'

interface Allowing {
  org: string
  env: string
  artifact: { name: string; fingerprint: string }
}

/** Whether an entry of the allow-list needs a second person; undefined until that is known. */
function useApprovalNeeded({ org, env }: Allowing): boolean | undefined {
  const settings = useQuery(endpointQuery(getOverrideSettings, { org })).data
  const isByTags = settings?.approval === 'tagged'
  const ofEnvironment = endpointQuery(getEnvironment, { org, env_name: env })
  const { data } = useQuery({ ...ofEnvironment, enabled: isByTags })
  if (!settings || (isByTags && !data)) return undefined
  return needsApproval(settings, 'environment', data?.tags ?? {})
}

function Text(props: Allowing) {
  return useApprovalNeeded(props)
    ? `Or ask a second person to allow it in ${props.env}, and say why:`
    : `Or allow it in ${props.env}, and say why:`
}

function Call(props: Allowing) {
  const isApprovalNeeded = useApprovalNeeded(props)
  if (isApprovalNeeded === undefined) return null
  const callOf = isApprovalNeeded ? askToAllowCall : allowCall
  return <CallBox call={callOf(props.org, props.env, props.artifact)} />
}

/** Step that allows an artifact in an environment, or asks for it where that needs approval. */
export const allowStep = (key: string, allowing: Allowing): FixStep => ({
  key,
  text: <Text {...allowing} />,
  call: <Call {...allowing} />,
})

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
