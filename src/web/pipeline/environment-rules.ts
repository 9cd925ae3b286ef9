import { allowArtifact } from '#contract/allow-list/allow-list.ts'
import { proposeAllowance } from '#contract/allow-list/allowance-proposal.ts'
import { attachPolicies } from '#contract/environment/environment.ts'
import { curl, variable } from '#web/api/curl.ts'

/** Artifact that an entry of an allow-list is about; variables stand for what is not known. */
interface AllowedNow {
  name?: string | undefined
  fingerprint?: string | undefined
}

const entryOf = ({ name, fingerprint }: AllowedNow) => ({
  artifact_fingerprint: fingerprint ?? variable('FINGERPRINT', 'SHA-256 of the artifact'),
  artifact_name: name ?? variable('NAME', 'name of the artifact'),
  description: variable('REASON', 'why it may run'),
})

/** The call that allows an artifact in an environment, whatever its policies say. */
export const allowCall = (org: string, env_name: string, artifact: AllowedNow): string =>
  curl(allowArtifact, { params: { org, env_name }, body: entryOf(artifact) })

/** The call that asks a second person to allow it. */
export const askToAllowCall = (org: string, env: string, artifact: AllowedNow): string =>
  curl(proposeAllowance, {
    params: { org },
    body: { environment_name: env, ...entryOf(artifact) },
  })

/** The call that attaches a policy, where nothing is asked yet. */
export const attachCall = (org: string, env_name: string): string =>
  curl(attachPolicies, {
    params: { org, env_name },
    body: { policy_names: [variable('POLICY', 'name of a policy')] },
  })
