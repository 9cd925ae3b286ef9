import { type Trail, beginTrail } from '#contract/trail/trail.ts'
import { curl } from '#web/api/curl.ts'
import { cliCommand } from './reporter-cli.ts'
import { reportArtifactCall } from './report-artifact.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'

/** The call that begins a trail in a flow. */
export const beginTrailCall = (org: string, flow: string): PipelineCall => ({
  cli: cliCommand(org, ['begin', 'trail', 'build-1'], { flow }),
  curl: curl(beginTrail, { params: { org, flow_name: flow }, body: { name: 'build-1' } }),
})

/** The call that reports an artifact which a trail expects; the fingerprint comes from its file. */
export const reportExpectedCall = (
  org: string,
  {
    name,
    flow,
    git_commit_info: commit,
    origin_url,
  }: Pick<Trail, 'name' | 'flow' | 'git_commit_info' | 'origin_url'>,
  artifact: string,
): PipelineCall =>
  reportArtifactCall(org, {
    flow: flow.name,
    trail: name,
    templateName: artifact,
    commit: commit?.sha1 ?? undefined,
    commitUrl: commit?.url ?? undefined,
    buildUrl: origin_url ?? undefined,
  })
