import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Artifact } from '#contract/artifact/artifact.ts'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'
import { historyOf } from '#web/artifact/history.ts'
import { HistoryCard } from '#web/artifact/history-card.tsx'
import { type NextEnvironment, nextEnvironments, wouldBe } from '#web/artifact/next-environments.ts'
import { PathCard } from '#web/artifact/path-card.tsx'
import { PeriodsCard } from '#web/artifact/periods-card.tsx'
import { EnvironmentsCard } from '#web/artifact/environments-card.tsx'
import { artifactListQuery, environmentsOfArtifactQuery } from '#web/artifact/queries.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { canDeployQuery } from '#web/verdict/queries.ts'

const ControlsCard = lazyPart(() => import('./-controls-card.tsx'))

/**
 * Puts around what proves an artifact how it got where it runs, where that is, and when it ran; what
 * stands beside is narrow, controls between its parts, history below. A failure leaves the rest of the
 * page.
 */
export function Environments(props: {
  org: string
  artifact: Artifact
  /** Only this environment is shown. */
  only: string | undefined
  children: [main: ReactNode, beside: ReactNode, last: ReactNode]
}) {
  const { org, artifact, only } = props
  const [main, beside, last] = props.children
  const query = useQuery(environmentsOfArtifactQuery(org, artifact.fingerprint))
  const environments = query.data?.environments
  const next = useNextEnvironments(org, artifact, environments)
  const shown = environments?.filter((one) => !only || one.environment_name === only)
  const asking = shown?.findLast(({ is_running: isRunning }) => isRunning)?.environment_name
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {environments && <PathCard {...{ org, artifact, environments, next }} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[67.5rem]/main:grid-cols-[minmax(0,1fr)_18.75rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {main}
          {environments ? (
            <EnvironmentsCard
              org={org}
              fingerprint={artifact.fingerprint}
              environments={environments}
              only={only}
            />
          ) : query.isError ? (
            <LoadFailed what="Where it runs" onRetry={query.refetch} />
          ) : (
            <SkeletonRows rows={3} />
          )}
          {shown && shown.length > 0 && <PeriodsCard org={org} environments={shown} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {beside}
          {asking && <ControlsCard org={org} env={asking} fingerprint={artifact.fingerprint} />}
          {last}
          {environments && <HistoryCard org={org} history={historyOf(artifact, environments)} />}
        </div>
      </div>
    </div>
  )
}

/** Where an artifact is likely to go next, with the verdict that it would have there. */
function useNextEnvironments(
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
