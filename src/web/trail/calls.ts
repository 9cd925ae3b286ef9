import { reportArtifact } from '#contract/artifact/artifact.ts'
import { type Trail, beginTrail } from '#contract/trail/trail.ts'
import { curl } from '#web/api/curl.ts'

/** The call that reports an artifact which a trail expects; the fingerprint comes from its file. */
export function reportArtifactCall(
  org: string,
  trail: Pick<Trail, 'name' | 'flow' | 'git_commit_info' | 'origin_url'>,
  artifact: string,
): string {
  const call = curl(reportArtifact, {
    params: { org, flow_name: trail.flow.name },
    body: {
      fingerprint: '$FINGERPRINT',
      filename: artifact,
      git_commit: trail.git_commit_info?.sha1 ?? 'COMMIT',
      build_url: trail.origin_url,
      commit_url: trail.git_commit_info?.url ?? '',
      repo_url: '',
      template_reference_name: artifact,
      trail_name: trail.name,
    },
  })
  return `FINGERPRINT=$(sha256sum FILE | cut -d' ' -f1)\n${call}`
}

/** The call that begins a trail in a flow. */
export function beginTrailCall(org: string, flow: string): string {
  return curl(beginTrail, {
    params: { org, flow_name: flow },
    body: { name: 'build-1' },
  })
}
