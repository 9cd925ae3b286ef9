import type { GitCommitInfo } from '#contract/common/git.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { codeDiffUrl } from '#domain/deployment/code-diff.ts'
import { addTo } from '#domain/trail/artifact-evidence.ts'
import { trailFailureReasons } from '#domain/trail/evaluate-trail.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { DeploymentOf } from '#server/deployment/queries.ts'
import { readProvenance } from '#server/deployment/read-provenance.ts'
import { artifactStatesOf } from '#server/evaluation/artifact-state.ts'
import { listArtifactsById, type ProvenanceRow } from '#server/evaluation/provenance-queries.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listTrailStatuses } from '#server/trail/queries.ts'
import type { FlowOfArtifact } from './snapshot-entries.ts'

/** An artifact that ran in an environment from a snapshot on. */
interface Started {
  fingerprint: string
  started_index: number
  started_at: number
}

type Artifact = Omit<ProvenanceRow, 'first_reported_at'>

/** Provenance of artifacts that run in an environment. */
export interface Provenance {
  /** The flows that hold an artifact, by time of first report. */
  of(running: Started): FlowOfArtifact[]
}

/** Returns why artifacts are not compliant in their flows, by the id of the record. */
async function reasonsOf(
  org: OrgDatabase,
  records: readonly Artifact[],
  states: ReadonlyMap<string, TrailState>,
): Promise<Map<string, string[]>> {
  const troubled = records.filter(({ id }) => states.get(id) !== 'COMPLIANT')
  const trailIds = troubled.flatMap(({ trail_id }) => trail_id ?? [])
  const rows = await listTrailStatuses(org, trailIds)
  const statuses = new Map(rows.map(({ trail_id, status }) => [trail_id, status]))
  return new Map(
    troubled.map(({ id, trail_id }) => {
      const status = statuses.get(trail_id ?? '')
      return [id, status ? trailFailureReasons(status, id) : []]
    }),
  )
}

const deploymentKey = (flow: string, fingerprint: string, index: number, name: string | null) =>
  `${flow} ${fingerprint} ${index} ${name ?? ''}`

/**
 * Loads the provenance of artifacts, in a fixed number of queries; why they are not compliant in their
 * flows by one more.
 */
export async function loadProvenance(
  { org, orgName, links }: Pick<OrgContext, 'org' | 'orgName' | 'links'>,
  environmentId: string,
  runningNow: ReadonlySet<string>,
  artifacts: readonly { fingerprint: string }[],
  { withReasons = true }: { withReasons?: boolean } = {},
): Promise<Provenance> {
  const fingerprints = [...new Set(artifacts.map((one) => one.fingerprint))].filter(Boolean)
  const deployed = { environmentIds: [environmentId], fingerprints }
  const { records, deployments } = await readProvenance(org, deployed)
  const previousIds = deployments.flatMap((one) => one.previous?.artifact_id ?? [])
  const previous = await listArtifactsById(org, [...new Set(previousIds)])
  const states = await artifactStatesOf(org, [...records, ...previous])
  const reasons = await reasonsOf(org, withReasons ? records : [], states)
  const previousById = new Map(previous.map((artifact) => [artifact.id, artifact]))
  const recordsOf = new Map<string, ProvenanceRow[]>()
  for (const record of records) addTo(recordsOf, record.fingerprint, record)
  for (const list of recordsOf.values()) {
    list.sort((a, b) => a.first_reported_at - b.first_reported_at)
  }
  const deploymentsByKey = new Map(
    deployments.map((one) => [
      deploymentKey(one.flow_id, one.fingerprint, one.snapshot_index, one.template_reference_name),
      one,
    ]),
  )

  const diffOf = (artifact: Artifact, deployment: DeploymentOf | undefined) => {
    const before = previousById.get(deployment?.previous?.artifact_id ?? '')
    if (!before) return null
    return {
      diff_url: codeDiffUrl(before, artifact),
      previous_git_commit: before.git_commit,
      previous_fingerprint: before.fingerprint,
      previous_artifact_name: deployment?.previous?.name ?? before.filename,
      previous_artifact_compliance_state: states.get(before.id) ?? null,
      previous_running: runningNow.has(before.fingerprint),
      previous_git_commit_url: before.commit_url,
      previous_trail_name: before.trail_name,
      previous_template_reference_name: before.template_reference_name,
    }
  }

  return {
    of: ({ fingerprint, started_index, started_at }) =>
      (recordsOf.get(fingerprint) ?? []).map((artifact) => {
        const info = artifact.git_commit_info as GitCommitInfo | null
        const { flow_id, template_reference_name: name } = artifact
        const deployment = deploymentsByKey.get(
          deploymentKey(flow_id, fingerprint, started_index, name),
        )
        return {
          flow_name: artifact.flow_name,
          trail_name: artifact.trail_name,
          template_reference_name: name,
          git_commit: artifact.git_commit,
          commit_url: artifact.commit_url,
          git_commit_info: info,
          html_url: links.artifact(orgName, artifact.flow_name, fingerprint, artifact.id),
          flow_html_url: links.flow(orgName, artifact.flow_name),
          deployment_diff: diffOf(artifact, deployment),
          commit_lead_time: info?.timestamp == null ? null : started_at - info.timestamp,
          artifact_compliance_in_flow: states.get(artifact.id) ?? null,
          flow_reasons_for_non_compliance: reasons.get(artifact.id) ?? [],
        }
      }),
  }
}
