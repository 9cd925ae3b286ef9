import type { GitCommitInfo } from '#contract/commit-info.ts'
import { codeDiffUrl } from '#domain/code-diff.ts'
import { listArtifactsById, listProvenance } from '../artifact/provenance-queries.ts'
import type { OrgContext } from '../handler.ts'
import { listDeploymentsOf } from '../snapshot/deployment-queries.ts'

interface About {
  environment_id: string
  snapshot_index: number
  fingerprint: string
}

const nothing = {
  flow_name: null,
  trail_name: null,
  git_commit: null,
  commit_url: null,
  commit_author: null,
  code_diff: null,
}

/** Loads how artifacts were built that events are about: by the flow that knew each first. */
export async function loadBuilds({ org }: OrgContext, events: readonly About[]) {
  const fingerprints = [...new Set(events.map((event) => event.fingerprint))].filter(Boolean)
  const environmentIds = [...new Set(events.map((event) => event.environment_id))]
  const [records, deployments] = await Promise.all([
    listProvenance(org, fingerprints),
    listDeploymentsOf(org, environmentIds, fingerprints),
  ])
  const ids = deployments.flatMap((one) => one.previous_artifact_id ?? [])
  const previous = await listArtifactsById(org, [...new Set(ids)])
  const previousById = new Map(previous.map((artifact) => [artifact.id, artifact]))
  const keyOf = (about: About, flow: string, name: string | null) =>
    JSON.stringify([about.environment_id, about.snapshot_index, about.fingerprint, flow, name])
  const deploymentsByKey = new Map(
    deployments.map((one) => [keyOf(one, one.flow_id, one.template_reference_name), one]),
  )
  const firstOf = new Map<string, (typeof records)[number]>()
  for (const record of records) {
    const known = firstOf.get(record.fingerprint)
    if (!known || record.first_reported_at < known.first_reported_at) {
      firstOf.set(record.fingerprint, record)
    }
  }
  return {
    of(event: About) {
      const artifact = firstOf.get(event.fingerprint)
      if (!artifact) return nothing
      const { flow_id, template_reference_name: name } = artifact
      const deployment = deploymentsByKey.get(keyOf(event, flow_id, name ?? ''))
      const before = previousById.get(deployment?.previous_artifact_id ?? '')
      const info = artifact.git_commit_info as GitCommitInfo | null
      return {
        flow_name: artifact.flow_name,
        trail_name: artifact.trail_name,
        git_commit: artifact.git_commit,
        commit_url: artifact.commit_url,
        commit_author: info?.author || null,
        code_diff: before ? codeDiffUrl(before, artifact) : null,
      }
    },
  }
}
