import type { Addition } from '#contract/verdict/fix-plan.ts'
import { curl } from '../api/curl.ts'

/** What a fix is for. */
export interface Mended {
  org: string
  artifact: { name: string; fingerprint: string }
}

/** The call that reports an artifact where no trail holds it; the commit is the caller's to fill in. */
export function reportArtifactCall(
  { org, artifact }: Mended,
  added: Pick<Addition & { kind: 'report_artifact' }, 'flow_name' | 'trail_name'> & {
    template_reference_name: string
  },
): string {
  return curl('reportArtifact', {
    params: { org, flow_name: added.flow_name },
    body: {
      fingerprint: artifact.fingerprint,
      filename: artifact.name,
      git_commit: 'COMMIT',
      build_url: 'https://ci.example.com/1',
      commit_url: '',
      repo_url: '',
      template_reference_name: added.template_reference_name,
      trail_name: added.trail_name,
    },
  })
}

/** The call that allows an artifact in an environment, whatever its policies say. */
export const allowCall = ({ org, artifact }: Mended, env_name: string): string =>
  curl('allowArtifact', {
    params: { org, env_name },
    body: {
      artifact_fingerprint: artifact.fingerprint,
      artifact_name: artifact.name,
      description: 'REASON',
    },
  })

/** The call that attaches a policy, where nothing is asked yet. */
export const attachCall = (org: string, env_name: string): string =>
  curl('attachPolicies', { params: { org, env_name }, body: { policy_names: ['POLICY'] } })
