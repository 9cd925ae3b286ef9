import { useQuery } from '@tanstack/react-query'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { EnvironmentLinks } from '#web/domain-ui/environment-links.tsx'
import { useNow } from '#web/ui/time.tsx'
import { isOnlySeen } from './environment-state.ts'
import { environmentsOfArtifactQuery } from './queries.ts'

/** Environments that a line names. */
const maxNamed = 4

/** Where an artifact runs, ran when a silent environment was last seen, and ran before, on a line each. */
export function EnvironmentLines(props: { org: string; fingerprint: string }) {
  const { org, fingerprint } = props
  const { data } = useQuery(environmentsOfArtifactQuery(org, fingerprint))
  const at = useNow()
  if (!data) return null
  const running = data.environments.filter((one) => one.is_running)
  const now = namesOf(running.filter((one) => !isOnlySeen(one, at)))
  const seen = namesOf(running.filter((one) => isOnlySeen(one, at)))
  const before = namesOf(data.environments.filter((one) => !one.is_running))
  return (
    <>
      {now.length > 0 ? (
        <p>
          Runs in <Environments org={org} names={now} />
        </p>
      ) : (
        seen.length === 0 && (
          <p className="text-muted">{before.length > 0 ? 'Runs nowhere now' : 'Has run nowhere'}</p>
        )
      )}
      {seen.length > 0 && (
        <p className="text-muted">
          When last seen, ran in <Environments org={org} names={seen} />
        </p>
      )}
      {before.length > 0 && (
        <p className="text-muted">
          Ran in <Environments org={org} names={before} />
        </p>
      )}
    </>
  )
}

const namesOf = (some: readonly EnvironmentOfArtifact[]) =>
  some.map(({ environment_name }) => environment_name)

const Environments = (props: { org: string; names: readonly string[] }) => (
  <EnvironmentLinks {...props} max={maxNamed} className="text-text" />
)
