import { useQuery } from '@tanstack/react-query'
import { getEnvironment } from '#contract/environment/environment.ts'
import { getOverrideSettings } from '#contract/organization/organization-settings.ts'
import { needsApproval } from '#domain/override/override-rules.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { allowCall, askToAllowCall } from '#web/pipeline/environment-rules.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import type { FixStep } from './fix-steps.tsx'

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
