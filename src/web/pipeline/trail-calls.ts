import { type Trail, beginTrail } from '#contract/trail/trail.ts'
import { curl } from '#web/api/curl.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'
import { reportArtifactCall } from './report-artifact.ts'
import { type ReportTarget, reportCall } from './report-attestation.ts'
import { cliCommand } from './reporter-cli.ts'

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

/** The call that reports a slot of a trail; null for types that cannot be reported. */
export const reportSlotCall = (
  org: string,
  trail: Pick<Trail, 'name' | 'flow' | 'git_commit_info'>,
  { name, type, artifact }: Pick<ReportTarget, 'name' | 'type' | 'artifact'>,
): PipelineCall | null =>
  reportCall({
    org,
    flow: trail.flow.name,
    trail: trail.name,
    name,
    type,
    artifact,
    commit: trail.git_commit_info?.sha1 ?? null,
  })
