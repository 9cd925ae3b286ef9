import { useQuery } from '@tanstack/react-query'
import type { Artifact } from '#contract/artifact/artifact.ts'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'
import { type NextEnvironment, nextEnvironments, wouldBe } from '#web/artifact/next-environments.ts'
import { artifactListQuery } from '#web/artifact/queries.ts'
import { canDeployQuery } from '#web/verdict/queries.ts'

/** Where an artifact is likely to go next, with the verdict that it would have there. */
export function useNextEnvironments(
  org: string,
  artifact: Artifact,
  reached: readonly EnvironmentOfArtifact[] | undefined,
): NextEnvironment[] {
  const { flow_name: flow, fingerprint, filename } = artifact
  const { name } = partsOfArtifactName(filename)
  const others = useQuery(artifactListQuery(org, flow, { name })).data?.data ?? []
  const environment = reached ? nextEnvironments(artifact, reached, others) : []
  const { data } = useQuery({
    ...canDeployQuery(org, { fingerprint: [fingerprint], environment }),
    enabled: environment.length > 0,
  })
  return environment.map((one) => ({
    environment: one,
    said: wouldBe(data?.results.find(({ environment_name }) => environment_name === one)),
  }))
}
