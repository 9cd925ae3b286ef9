import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { curl } from '../api/curl.ts'
import { CallBox } from '../ui/call-box.tsx'

/** The call that reports the build of what runs without provenance; capitals are to be filled in. */
export function ReportBuild(props: { org: string; artifact: RunningArtifact }) {
  const { name, fingerprint } = props.artifact
  const call = curl('reportArtifact', {
    params: { org: props.org, flow_name: 'FLOW' },
    body: {
      fingerprint: fingerprint || '$FINGERPRINT',
      filename: name,
      git_commit: 'COMMIT',
      build_url: 'BUILD_URL',
      commit_url: 'COMMIT_URL',
      repo_url: '',
      trail_name: 'TRAIL',
    },
  })
  return <CallBox call={call} />
}
