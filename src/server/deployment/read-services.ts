import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import type { RunningService, Service } from '#contract/deployment/deployed-service.ts'
import { countCommits, groupServices } from '#domain/deployment/group-services.ts'
import { addTo } from '#domain/trail/artifact-evidence.ts'
import { listArtifactsById } from '#server/evaluation/provenance-queries.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { readRunningNow } from '#server/snapshot/read-snapshot-page.ts'
import { listBuildsIn } from './service-queries.ts'

/** Reads which services run in environments, and how far each is behind. @throws Problem 404 */
export async function readServices(
  context: OrgContext,
  environments: readonly string[],
): Promise<Service[]> {
  const { org } = context
  const running: { environment_name: string; artifact: RunningArtifact; artifact_id: string }[] = []
  for (const environment_name of new Set(environments)) {
    const { artifacts } = await readRunningNow(context, environment_name, {})
    for (const artifact of artifacts) {
      const artifact_id = artifact.provenance?.artifact_id
      if (artifact_id) running.push({ environment_name, artifact, artifact_id })
    }
  }
  const ids = new Set(running.map(({ artifact_id }) => artifact_id))
  const builds = new Map(
    (await listArtifactsById(org, [...ids])).map((build) => [build.id, build] as const),
  )
  const services = groupServices(
    running.flatMap(({ artifact_id, ...one }) => {
      const build = builds.get(artifact_id)
      return build ? { ...one, build } : []
    }),
  )
  const behind = new Map(
    services.flatMap(({ running: runs, newest }) =>
      runs.flatMap(({ build }) =>
        build.created_at < newest.created_at
          ? [[build.id, { ...build, after: build.created_at, until: newest.created_at }] as const]
          : [],
      ),
    ),
  )
  const built = new Map<string, Awaited<ReturnType<typeof listBuildsIn>>>()
  for (const one of await listBuildsIn(org, [...behind.values()])) addTo(built, one.range_id, one)
  return services.map(({ flow_name, name, running: runs }) => ({
    flow_name,
    name,
    running: runs.map(({ environment_name, artifact, build }): RunningService => ({
      environment_name,
      artifact_name: artifact.name,
      fingerprint: artifact.fingerprint,
      git_commit: build.git_commit,
      started_at: artifact.started_at,
      compliant: artifact.compliant,
      qualifiers: artifact.qualifiers,
      commits_behind: countCommits(built.get(build.id) ?? [], build),
    })),
  }))
}
